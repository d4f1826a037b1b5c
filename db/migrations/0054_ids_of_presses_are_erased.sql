-- The id of a press on Slack has the id of who pressed in it, and so has the message that a press of Decide below an alert makes:
-- a double click is one. Erasure puts the reference in its place.
GRANT UPDATE (platform_id) ON turn TO parley_erasure;
