-- A decision whose holding was corrected or is gone was stored as superseded, and told as replaced by a newer version, though
-- there was none. It is withdrawn; if a person's correction of the holding did it, the approval says whose.

ALTER TABLE decision DROP CONSTRAINT decision_status_check;
ALTER TABLE decision ADD CONSTRAINT decision_status_check CHECK (status IN ('proposed', 'confirmed', 'submitted', 'filled',
    'partially_filled', 'rejected', 'unknown', 'cancelled', 'expired', 'superseded', 'withdrawn'));
ALTER TABLE approval DROP CONSTRAINT approval_outcome_check;
ALTER TABLE approval ADD CONSTRAINT approval_outcome_check CHECK (outcome IN ('confirmed', 'cancelled', 'withdrawn'));
