-- A press of Decide below an alert is a message of who pressed, whose id has the person's in it: so that a double click makes
-- one. Erasure puts the reference in its place.
GRANT UPDATE (platform_id) ON turn TO parley_erasure;
