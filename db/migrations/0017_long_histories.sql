-- What is due, pending or asked for is found by indexes that hold little else, however long the history is.

-- Of each conversation the messages that its summary covers, kept beside their number by a trigger, so that one partial
-- index holds the conversations whose summary may be due. 10: the fewest messages outside a summary at which it can be.
ALTER TABLE conversation ADD COLUMN summarised integer NOT NULL DEFAULT 0;
UPDATE conversation c SET summarised = s.covered
  FROM conversation_summary s WHERE s.tenant_id = c.tenant_id AND s.conversation_id = c.id;
CREATE INDEX conversation_to_summarise ON conversation (tenant_id, id) WHERE message_count - summarised >= 10;
GRANT SELECT (summarised) ON conversation TO parley_system;

CREATE FUNCTION note_summary() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE conversation c SET summarised = NEW.covered
        WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.conversation_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER summary_is_noted AFTER INSERT OR UPDATE OF covered ON conversation_summary
    FOR EACH ROW EXECUTE FUNCTION note_summary();

CREATE INDEX outbox_given_up ON outbox (tenant_id, name, key) WHERE given_up_at IS NOT NULL;

-- Proposals whose time is over, of all tenants.
CREATE INDEX decision_to_expire ON decision (expires_at) WHERE status = 'proposed';
-- The market time of a decision: that of its fill, if it has one, else of its price. Triggers keep it, so that processes
-- of the version before do too. Reviews of a span of days look there.
ALTER TABLE decision ADD COLUMN market_at timestamptz;
UPDATE decision SET market_at = price_as_of;
UPDATE decision d SET market_at = o.executed_at
  FROM trade_order o WHERE o.tenant_id = d.tenant_id AND o.decision_id = d.id AND o.executed_at IS NOT NULL;
ALTER TABLE decision ALTER COLUMN market_at SET NOT NULL;
CREATE INDEX decision_of_days ON decision (tenant_id, market_at) WHERE action <> 'hold';

CREATE FUNCTION set_market_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.market_at := NEW.price_as_of;
    RETURN NEW;
END
$$;
CREATE TRIGGER decision_has_market_time BEFORE INSERT ON decision
    FOR EACH ROW EXECUTE FUNCTION set_market_time();
CREATE FUNCTION note_execution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE decision d SET market_at = NEW.executed_at
        WHERE d.tenant_id = NEW.tenant_id AND d.id = NEW.decision_id AND d.market_at <> NEW.executed_at;
    RETURN NULL;
END
$$;
CREATE TRIGGER execution_is_noted AFTER INSERT OR UPDATE OF executed_at ON trade_order
    FOR EACH ROW WHEN (NEW.executed_at IS NOT NULL) EXECUTE FUNCTION note_execution();

-- The history of one share, and of one person's decisions.
CREATE INDEX decision_of_symbol ON decision (tenant_id, symbol, created_at) WHERE action <> 'hold';
CREATE INDEX decision_of_person ON decision (tenant_id, asked_by, created_at) WHERE action <> 'hold';
-- The latest decisions that have an outcome, however many are pending.
CREATE INDEX decision_decided ON decision (tenant_id, created_at) WHERE action <> 'hold' AND status <> 'proposed';
-- Few decisions have a second version: whether there is a newer one is looked up among those.
CREATE INDEX decision_later_version ON decision (tenant_id, id, version) WHERE version > 1;

-- What a limit on a total counts: purchases by the time of their confirmation, on the sample market by that of the price.
CREATE INDEX decision_purchased ON decision (tenant_id, decided_at)
    WHERE action = 'increase' AND status IN ('confirmed', 'submitted', 'filled', 'partially_filled', 'unknown');
CREATE INDEX trade_order_purchased ON trade_order (tenant_id, reference_as_of) WHERE side = 'buy';
