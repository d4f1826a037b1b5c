-- Erasure of a person ends the briefs of a place that only they read: the subscription goes, not only its name.
GRANT DELETE ON brief_subscription TO parley_erasure;
