-- What people say is put on a line each in an episode, so that a line break in a message forges nobody's words: episodes
-- of before, whose messages have such breaks, are written again.
UPDATE episode e
   SET text = replace(e.text, left(t.text, 4000),
                      regexp_replace(left(t.text, 4000), '[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]+', ' ', 'g'))
  FROM turn t
 WHERE e.kind IN ('exchange', 'decision') AND t.tenant_id = e.tenant_id AND t.id = e.turn_id
   AND left(t.text, 4000) ~ '[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]';
UPDATE episode e SET text = g.text
  FROM (SELECT o.tenant_id, o.episode_id,
               string_agg(regexp_replace(translate(o.person_name, ':', ' '), '\s+', ' ', 'g') || ': '
                          || regexp_replace(left(o.text, 1000), '[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]+', ' ', 'g'),
                          E'\n' ORDER BY o.said_at, o.platform_id) AS text
          FROM overheard o WHERE o.episode_id IS NOT NULL
         GROUP BY 1, 2
        HAVING bool_or(o.person_name || left(o.text, 1000) ~ '[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]')) g
 WHERE e.kind = 'talk' AND e.tenant_id = g.tenant_id AND e.id = g.episode_id;
