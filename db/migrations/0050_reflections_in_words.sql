-- A reflection may be told in a model's words. The model is given figures, codes and symbols only, so that the words are
-- nobody's: they refer to figures by id and are written once, with the reflection.

ALTER TABLE reflection
    ADD COLUMN words           text,  -- null: it is told by rules
    ADD COLUMN words_language  text,
    ADD CHECK ((words IS NULL) = (words_language IS NULL));
