-- What a run is to answer is kept as a request. One that is under way in another form is read from its words anew.

ALTER TABLE analysis_run RENAME COLUMN understanding TO asked;
UPDATE analysis_run SET asked = NULL WHERE asked IS NOT NULL;
