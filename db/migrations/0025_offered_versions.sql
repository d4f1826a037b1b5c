-- A typed "yes" confirms what its conversation has shown: a decision in one version. A version made elsewhere is not.

-- The version of each decision in `offered`, by its id. A process of the version before writes `offered` alone: what
-- stands here of other decisions means nothing, and a decision without a version here is read back before it is done.
ALTER TABLE conversation ADD COLUMN offered_versions jsonb NOT NULL DEFAULT '{}';
