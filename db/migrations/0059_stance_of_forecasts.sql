-- Whose view a forecast is: the engine's own, or only that of a person whose order it carried out though it spoke against it
-- or took no side. An engine's record counts its own ones. Those made before are told by the reasons stored with them.

ALTER TABLE forecast ADD COLUMN stance text NOT NULL DEFAULT 'own' CHECK (stance IN ('own', 'undecided', 'against'));

ALTER TABLE forecast DISABLE TRIGGER forecast_is_append_only;
UPDATE forecast f SET stance = CASE
           WHEN d.reasons @> '[{"code": "score_against_now"}]' THEN 'against'
           WHEN d.reasons @> '[{"code": "score_undecided_now"}]' THEN 'undecided'
           WHEN d.reasons @> '[{"code": "against_the_model"}]' THEN 'against'
           ELSE 'undecided' END
  FROM decision d
 WHERE d.tenant_id = f.tenant_id AND d.id = f.decision_id AND d.version = f.version
   AND (d.reasons @> '[{"code": "score_against_now"}]'
        OR d.reasons @> '[{"code": "score_undecided_now"}]' OR d.reasons @> '[{"code": "against_the_model"}]'
        OR d.reasons @> '[{"code": "model_undecided"}]');
ALTER TABLE forecast ENABLE TRIGGER forecast_is_append_only;
