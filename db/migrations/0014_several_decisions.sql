-- "Confirm all": one message or press may confirm or cancel several decisions.
--
-- Until now an approval was unique per turn. What has to be unique is the decision: its primary key still lets a
-- decision be confirmed or cancelled once, for ever. A repeated turn looks for its own approval of each decision.

ALTER TABLE approval DROP CONSTRAINT approval_tenant_id_turn_id_key;
CREATE INDEX approval_of_turn ON approval (tenant_id, turn_id);
