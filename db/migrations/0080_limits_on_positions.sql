-- "Never more than 2 positions at once" was a rule in words; it is a limit that the validator enforces.

ALTER TABLE trading_limit DROP CONSTRAINT trading_limit_measure_check;
ALTER TABLE trading_limit ADD CONSTRAINT trading_limit_measure_check
    CHECK (measure IN ('trade', 'total', 'position', 'positions', 'cash', 'loss', 'preference'));
ALTER TABLE trading_limit DROP CONSTRAINT trading_limit_unit_check;
ALTER TABLE trading_limit ADD CONSTRAINT trading_limit_unit_check CHECK (unit IN ('money', 'percent', 'shares', 'positions'));
