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

-- Loads the library, without which only a superuser may name its settings.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

-- The search of 0032: a rare word that is not in scope no longer empties it, and one speaker among many is found by the index.
--
-- Returns the best episodes by text and the nearest by vector, each with both scores; without terms and vector, the latest.
--
-- Text: the share of the question that an episode covers, from 0 to 1. Each term counts by its inverse document frequency,
-- and by how near it is: 1 in the episode itself, 0.6 in the one before or after it in its conversation, 0.4 in the ones
-- beyond, for an answer often does not repeat the words of its question; what one person says in a row stands for itself.
-- How often a term occurs, and the length of an episode, add nothing with episodes of a few lines:
-- docs/benchmarks-recall.md.
-- Candidates have one of the rarest terms, those that p_budget episodes of the tenant have at most. While fewer than wanted
-- are within the bounds, the next term is looked for: in the latest months, and in ever more of them, until there are
-- enough or no month is left.
-- Vectors: exactly, if at most p_exact episodes are in scope, or are the speaker's, or of the months that are asked about, or
-- if they are a small share of their part of the table, of which the index would read many for each in scope; else by the
-- HNSW index of the model, and exactly again if that finds too few.
CREATE OR REPLACE FUNCTION search_episodes(
    p_scopes text[], p_channel text, p_with_public boolean, p_conversation uuid, p_condition tsquery, p_kinds text[],
    p_since timestamptz, p_until timestamptz, p_shown_conversation uuid, p_first_shown integer,
    p_terms text[], p_weights float8[], p_embedding halfvec, p_model text,
    p_limit integer, p_budget integer, p_exact integer)
RETURNS TABLE (episode_id uuid, text_score float8, vector_score float8) ROWS 100  -- planned for thousands, a caller's join reads all episodes
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public SET plan_cache_mode = force_custom_plan
SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.ef_search = 100
AS $$
DECLARE
    v_tenant    uuid := current_tenant();
    v_wanted    integer := p_limit + 10;  -- more than a prompt shows of one conversation, which is left out at the end
    v_since     timestamptz := coalesce(p_since, '-infinity');
    v_until     timestamptz := coalesce(p_until, 'infinity');
    v_scopes    tsquery := (SELECT string_agg(quote_literal(s), ' | ')::tsquery FROM unnest(p_scopes) s);
    v_total     bigint;
    v_in_scope  bigint;
    v_stored    float8;  -- vectors of this tenant and those beside it, about
    v_queries   tsquery[];
    v_factors   float8[];
    v_all       float8;  -- the sum of all terms' factors, also of those that nobody has said
    v_counts    bigint[];  -- the tenant's episodes that have each of the queries' terms, ascending
    v_any       tsquery;
    v_term      integer;  -- the number of the term that is looked for next, if too few are found
    v_months    text[];  -- within the bounds of time, latest first
    v_in_months bigint[];  -- the tenant's episodes of each
    v_month     integer := 1;  -- the number of the first that is not searched yet for this term
    v_next      integer;
    v_room      float8 := p_budget;
    v_found     uuid[] := '{}';
    v_near      uuid[] := '{}';
    v_bounded   bigint;  -- the tenant's episodes of the speaker and of the months, at most
    v_few       uuid[];  -- those in scope, if they are few
BEGIN
    SELECT coalesce(max(c.episodes) FILTER (WHERE c.scope = 'scope:all'), 0),
           coalesce(sum(c.episodes) FILTER (WHERE c.scope <> 'scope:all'), 0)
      INTO v_total, v_in_scope
      FROM episode_scope_count c WHERE c.tenant_id = v_tenant AND c.scope = ANY (p_scopes || 'scope:all'::text);

    SELECT coalesce(array_agg(c.scope ORDER BY c.scope DESC), '{}'), coalesce(array_agg(c.episodes ORDER BY c.scope DESC), '{}')
      INTO v_months, v_in_months
      FROM episode_scope_count c
     WHERE c.tenant_id = v_tenant AND c.scope > 'scope:month:' AND c.scope < 'scope:month:a'  -- in any collation
       AND c.scope LIKE 'scope:month:%' AND c.episodes > 0
       AND (p_since IS NULL OR right(c.scope, 7) >= to_char((p_since - interval '1 month') AT TIME ZONE 'UTC', 'YYYY-MM'))
       AND (p_until IS NULL OR right(c.scope, 7) <= to_char(p_until AT TIME ZONE 'UTC', 'YYYY-MM'));

    SELECT array_agg(t.query ORDER BY t.episodes, t.term) FILTER (WHERE t.episodes > 0),
           array_agg(t.factor ORDER BY t.episodes, t.term) FILTER (WHERE t.episodes > 0),
           array_agg(t.episodes ORDER BY t.episodes, t.term) FILTER (WHERE t.episodes > 0),
           -- Two Chinese characters that nobody has written in a row are seldom a word: the question has it by its wording.
           sum(t.factor * CASE WHEN t.episodes = 0 AND t.term ~ '^[\u3400-\u9fff]{2}$' THEN 0.2 ELSE 1 END),
           (string_agg(t.query::text, ' | ') FILTER (WHERE t.episodes > 0 AND t.episodes_so_far <= p_budget))::tsquery,
           1 + count(*) FILTER (WHERE t.episodes > 0 AND t.episodes_so_far <= p_budget)
      INTO v_queries, v_factors, v_counts, v_all, v_any, v_term
      FROM (SELECT q.term, quote_literal(q.term)::tsquery AS query, coalesce(c.episodes, 0) AS episodes,
                   q.weight * ln(1 + (greatest(greatest(v_total, 100) - coalesce(c.episodes, 0), 0) + 0.5) / (coalesce(c.episodes, 0) + 0.5))
                   AS factor,
                   sum(coalesce(c.episodes, 0)) OVER (ORDER BY coalesce(c.episodes, 0), q.term) AS episodes_so_far
              FROM unnest(p_terms, p_weights) q (term, weight)
              LEFT JOIN episode_term_count c ON c.tenant_id = v_tenant AND c.term = q.term) t;

    WHILE v_queries IS NOT NULL LOOP
        IF v_any IS NOT NULL THEN
            SELECT v_found || coalesce(array_agg(h.id), '{}') INTO v_found
              FROM (SELECT c.id FROM (
                        SELECT e.id, e.terms, e.said_until
                          FROM episode e
                         WHERE NOT e.tenant_id <> v_tenant  -- scopes are a tenant's: no need to look up all rows of the tenant
                           AND e.terms @@ (v_scopes && v_any && coalesce(p_condition, v_any))
                           AND e.kind = ANY (p_kinds) AND (p_conversation IS NULL OR e.conversation_id = p_conversation)
                           AND e.said_until >= v_since AND e.said_from < v_until AND e.id <> ALL (v_found)
                         LIMIT 4 * p_budget) c
                     CROSS JOIN LATERAL (
                           SELECT sum(t.factor) AS score FROM unnest(v_queries, v_factors) t (query, factor)
                            WHERE c.terms @@ t.query) s
                     ORDER BY s.score DESC, c.said_until DESC, c.id LIMIT v_wanted) h;
        END IF;
        EXIT WHEN cardinality(v_found) >= v_wanted OR v_term > cardinality(v_queries);
        EXIT WHEN v_months = '{}';
        SELECT coalesce(max(m.number), v_month) + 1 INTO v_next
          FROM (SELECT u.number, sum(u.episodes) OVER (ORDER BY u.number) AS so_far
                  FROM unnest(v_in_months) WITH ORDINALITY u (episodes, number) WHERE u.number >= v_month) m
         WHERE m.so_far * (v_counts[v_term]::float8 / v_total) <= v_room;
        SELECT v_queries[v_term] && string_agg(quote_literal(u.scope), ' | ')::tsquery INTO v_any
          FROM unnest(v_months[v_month:v_next - 1]) u (scope);
        v_month := v_next;
        v_room := v_room * 4;
        IF v_month > cardinality(v_months) THEN
            v_term := v_term + 1;
            v_month := 1;
            v_room := p_budget;
        END IF;
    END LOOP;

    IF v_found <> '{}' THEN
        SELECT v_found || coalesce(array_agg(m.id), '{}') INTO v_found
          FROM unnest(v_found[:20]) f (id)
          JOIN episode e ON e.tenant_id = v_tenant AND e.id = f.id
         CROSS JOIN LATERAL (
               (SELECT b.id FROM episode b
                 WHERE b.tenant_id = v_tenant AND b.conversation_id = e.conversation_id
                   AND (b.said_until, b.id) < (e.said_until, e.id)
                 ORDER BY b.said_until DESC, b.id DESC LIMIT 1)
                UNION ALL
               (SELECT a.id FROM episode a
                 WHERE a.tenant_id = v_tenant AND a.conversation_id = e.conversation_id
                   AND (a.said_until, a.id) > (e.said_until, e.id)
                 ORDER BY a.said_until, a.id LIMIT 1)) m;
    END IF;

    IF p_embedding IS NOT NULL THEN
        SELECT least(CASE WHEN p_condition IS NOT NULL THEN coalesce(sum(c.episodes), 0) END,
                     CASE WHEN coalesce(p_since, p_until) IS NOT NULL
                          THEN (SELECT coalesce(sum(u.episodes), 0) FROM unnest(v_in_months) u (episodes)) END)
          INTO v_bounded
          FROM episode_scope_count c
         WHERE c.tenant_id = v_tenant  -- the condition is one lexeme, as it is written in a query
           AND c.scope = replace(replace(regexp_replace(p_condition::text, '^''|''$', '', 'g'), '''''', ''''), '\\', '\');
        IF v_bounded <= p_exact THEN
            SELECT coalesce(array_agg(e.id), '{}') INTO v_few
              FROM episode e
             WHERE NOT e.tenant_id <> v_tenant
               AND e.terms @@ (v_scopes && coalesce(p_condition, v_scopes)
                               && (SELECT string_agg(quote_literal(u.scope), ' | ')::tsquery FROM unnest(v_months) u (scope)));
        END IF;
        IF v_in_scope > p_exact AND v_few IS NULL AND p_conversation IS NULL THEN
            SELECT c.reltuples INTO v_stored FROM pg_class c
             WHERE c.oid = (SELECT v.tableoid FROM episode_vector v WHERE v.tenant_id = v_tenant LIMIT 1);
        END IF;
        IF v_in_scope > 0.05 * v_stored THEN
            PERFORM set_config('enable_sort', 'off', true);  -- the index, not whatever else its costs are compared with
            EXECUTE format($q$
                SELECT coalesce(array_agg(n.episode_id), '{}')
                  FROM (SELECT v.episode_id FROM episode_vector v
                         WHERE v.model = %L AND v.tenant_id = $1 AND (v.channel = $2 OR ($3 AND v.is_public))
                           AND v.said_until >= $4 AND v.said_until < $5
                           AND ($8 IS NULL
                                OR (SELECT e.terms @@ $8 FROM episode e WHERE e.tenant_id = $1 AND e.id = v.episode_id))
                         ORDER BY v.embedding::halfvec(%s) <=> $6::halfvec(%s) LIMIT $7) n $q$,
                p_model, vector_dims(p_embedding), vector_dims(p_embedding))
              INTO v_near USING v_tenant, p_channel, p_with_public, v_since, v_until, p_embedding, v_wanted, p_condition;
            PERFORM set_config('enable_sort', 'on', true);
        END IF;
        IF cardinality(v_near) < v_wanted THEN
            SELECT coalesce(array_agg(n.episode_id), '{}') INTO v_near
              FROM (SELECT v.episode_id FROM episode_vector v
                     WHERE v.model = p_model AND v.tenant_id = v_tenant
                       AND (v.channel = p_channel OR (p_with_public AND v.is_public))
                       AND (p_conversation IS NULL OR v.conversation_id = p_conversation)
                       AND v.said_until >= v_since AND v.said_until < v_until
                       AND (v_few IS NULL OR v.episode_id = ANY (v_few))
                       AND (v_few IS NOT NULL OR p_condition IS NULL OR EXISTS (
                           SELECT FROM episode e
                            WHERE e.tenant_id = v_tenant AND e.id = v.episode_id AND e.terms @@ p_condition))
                     ORDER BY v.embedding <=> p_embedding, v.episode_id LIMIT v_wanted) n;
        END IF;
    ELSIF v_queries IS NULL THEN
        SELECT coalesce(array_agg(n.id), '{}') INTO v_near
          FROM ((SELECT e.id FROM episode e
                  WHERE e.tenant_id = v_tenant AND e.channel = p_channel
                    AND (p_conversation IS NULL OR e.conversation_id = p_conversation)
                    AND (p_condition IS NULL OR e.terms @@ p_condition) AND e.kind = ANY (p_kinds)
                    AND e.said_until >= v_since AND e.said_until < v_until
                  ORDER BY e.said_until DESC LIMIT v_wanted)
                 UNION
                (SELECT e.id FROM episode e
                  WHERE p_with_public AND e.tenant_id = v_tenant AND e.is_public
                    AND (p_conversation IS NULL OR e.conversation_id = p_conversation)
                    AND (p_condition IS NULL OR e.terms @@ p_condition) AND e.kind = ANY (p_kinds)
                    AND e.said_until >= v_since AND e.said_until < v_until
                  ORDER BY e.said_until DESC LIMIT v_wanted)) n;
    END IF;

    RETURN QUERY
        WITH scored AS (
            SELECT e.id, coalesce(s.score, 0) AS by_text, 1 - (v.embedding <=> p_embedding) AS by_vector, e.said_until
              FROM episode e
              LEFT JOIN episode_vector v ON v.tenant_id = e.tenant_id AND v.model = p_model AND v.episode_id = e.id
             CROSS JOIN LATERAL (
                   SELECT array_agg(b.terms) AS terms
                     FROM (SELECT CASE WHEN e.kind <> 'talk' OR p.kind <> 'talk' OR cardinality(e.speakers) > 1
                                            OR p.speakers <> e.speakers THEN p.terms END AS terms
                             FROM episode p
                            WHERE p.tenant_id = v_tenant AND p.conversation_id = e.conversation_id
                              AND (p.said_until, p.id) < (e.said_until, e.id)
                            ORDER BY p.said_until DESC, p.id DESC LIMIT 2) b) before
             CROSS JOIN LATERAL (
                   SELECT array_agg(a.terms) AS terms
                     FROM (SELECT CASE WHEN e.kind <> 'talk' OR n.kind <> 'talk' OR cardinality(e.speakers) > 1
                                            OR n.speakers <> e.speakers THEN n.terms END AS terms
                             FROM episode n
                            WHERE n.tenant_id = v_tenant AND n.conversation_id = e.conversation_id
                              AND (n.said_until, n.id) > (e.said_until, e.id)
                            ORDER BY n.said_until, n.id LIMIT 2) a) after
             CROSS JOIN LATERAL (
                   SELECT sum(t.factor * CASE
                              WHEN e.terms @@ t.query THEN 1
                              WHEN before.terms[1] @@ t.query OR after.terms[1] @@ t.query THEN 0.6
                              WHEN before.terms[2] @@ t.query OR after.terms[2] @@ t.query THEN 0.4
                              ELSE 0 END) / v_all AS score
                     FROM unnest(v_queries, v_factors) t (query, factor)) s
             WHERE e.tenant_id = v_tenant AND e.id = ANY (v_found || v_near)
               AND e.terms @@ (v_scopes && coalesce(p_condition, v_scopes)) AND e.kind = ANY (p_kinds)
               -- Of a channel that has just turned private, episodes are public until a job has hidden them.
               AND (e.channel = p_channel OR e.kind = 'passage' OR NOT EXISTS (
                   SELECT FROM channel_visibility c
                    WHERE c.tenant_id = v_tenant AND c.channel = e.channel AND c.needs_hiding))
               AND (p_conversation IS NULL OR e.conversation_id = p_conversation)
               AND e.said_until >= v_since AND e.said_from < v_until
               AND (p_first_shown IS NULL OR e.last_message IS NULL OR e.last_message < p_first_shown
                    OR e.conversation_id <> p_shown_conversation)),
        placed AS (
            SELECT c.*, row_number() OVER (ORDER BY c.by_text DESC, c.said_until DESC, c.id) AS text_place,
                   row_number() OVER (ORDER BY c.by_vector DESC NULLS LAST, c.said_until DESC, c.id) AS vector_place
              FROM scored c)
        SELECT b.id, b.by_text, b.by_vector FROM placed b
         WHERE b.text_place <= p_limit OR (p_embedding IS NOT NULL AND b.vector_place <= p_limit);
END
$$;

-- /history and exports read the latest conversations, page by page, and when each was completed last.
CREATE INDEX conversation_latest ON conversation (tenant_id, last_active_at DESC, id) WHERE message_count > 0;
CREATE INDEX message_completed ON message (tenant_id, conversation_id, number) WHERE state_after = 'COMPLETED';
