-- What is known late: a split that is listed late, and an order that arrives at the broker late.

-- A split that merges shares, listed late, may leave fewer shares than were sold since. The sale of what was not there
-- counts for nothing: the split takes its proceeds back, in our books and at the paper broker, though they may be spent.
ALTER TABLE corporate_action DROP CONSTRAINT corporate_action_cash_check;
ALTER TABLE paper_account DROP CONSTRAINT paper_account_cash_check;

-- Orders that count as never sent are asked for: one may have arrived after all.
GRANT SELECT (reason) ON trade_order TO parley_system;
CREATE INDEX trade_order_too_late ON trade_order (tenant_id, account_id) WHERE status = 'rejected' AND reason = 'too_late';

-- Since when a comparison has found that the outcome of an open order is not booked; every process goes by it.
ALTER TABLE trade_order ADD COLUMN unbooked_since timestamptz;
