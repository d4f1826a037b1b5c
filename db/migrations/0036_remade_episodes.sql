-- Erasure makes the episode of a decision anew, under another id: results are found and stored by the decision.
CREATE INDEX episode_of_decision ON episode (tenant_id, decision_id) WHERE kind = 'decision';
