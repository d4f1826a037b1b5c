-- What a person picks below "Did you mean" becomes an example of how their workspace talks. The words and whose they are stay
-- with the message: what erases or changes it drops the example.

CREATE TABLE picked_reading (
    tenant_id   uuid NOT NULL,
    turn_id     uuid NOT NULL,
    kind        text NOT NULL,
    picked_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, turn_id),
    FOREIGN KEY (tenant_id, turn_id) REFERENCES turn
);
CREATE INDEX picked_reading_newest ON picked_reading (tenant_id, picked_at);

GRANT SELECT, INSERT, UPDATE (kind, picked_at), DELETE ON picked_reading TO parley_app;
GRANT SELECT, DELETE ON picked_reading TO parley_erasure;

ALTER TABLE picked_reading ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON picked_reading TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY one_tenant_erased ON picked_reading TO parley_erasure USING (tenant_id = current_tenant());

ALTER TABLE tenant ADD COLUMN learns boolean;  -- from what is picked; NULL: it does
GRANT UPDATE (learns) ON tenant TO parley_app;
