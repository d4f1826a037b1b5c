-- Whose view a forecast is: the engine's own, or only that of a person whose order it carried out though it spoke against it
-- or took no side. An engine's record counts its own ones. Of those made before, the reasons stored with them tell it.

ALTER TABLE forecast ADD COLUMN stance text NOT NULL DEFAULT 'own' CHECK (stance IN ('own', 'undecided', 'against'));

ALTER TABLE forecast DISABLE TRIGGER forecast_is_append_only;
UPDATE forecast f SET stance = dissent.stance
  FROM (SELECT DISTINCT ON (d.tenant_id, d.id, d.version) d.tenant_id, d.id, d.version, code.stance
          FROM decision d
          JOIN (VALUES (1, 'score_against_now', 'against'), (2, 'score_undecided_now', 'undecided'),
                       (3, 'against_the_model', 'against'), (4, 'model_undecided', 'undecided'),
                       (5, 'model_would_buy', 'against'), (6, 'model_would_sell', 'against'),
                       (7, 'model_would_hold', 'undecided')) AS code (place, name, stance)
            ON d.reasons @> jsonb_build_array(jsonb_build_object('code', code.name))
         ORDER BY d.tenant_id, d.id, d.version, code.place) dissent
 WHERE f.tenant_id = dissent.tenant_id AND f.decision_id = dissent.id AND f.version = dissent.version;
ALTER TABLE forecast ENABLE TRIGGER forecast_is_append_only;
