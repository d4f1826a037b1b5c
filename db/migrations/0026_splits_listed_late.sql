-- A split that merges shares, listed late, may leave fewer shares than were sold since. The sale of what was not there
-- counts for nothing: the split takes its proceeds back, in our books and at the paper broker, though they may be spent.

ALTER TABLE corporate_action DROP CONSTRAINT corporate_action_cash_check;
ALTER TABLE paper_account DROP CONSTRAINT paper_account_cash_check;
