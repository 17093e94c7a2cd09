-- Mean headline rate for every value of every setting that differs
WITH rates AS (
    SELECT run_id, sum(rate * (t_end - t_start)) / sum(t_end - t_start) AS rate
    FROM headline WHERE phase = 'measure' GROUP BY run_id
), entries AS (
    SELECT run_id, headline_op AS op, unnest(map_entries(settings), recursive := true) FROM runs
)
SELECT e.key AS setting, e.value, e.op, count(*) AS runs,
    avg(rates.rate) AS mean_rate, min(rates.rate) AS lowest_rate, max(rates.rate) AS highest_rate
FROM entries AS e JOIN rates USING (run_id)
WHERE e.key IN (SELECT key FROM entries GROUP BY key HAVING count(DISTINCT value) > 1)
GROUP BY e.key, e.value, e.op
ORDER BY e.key, e.op, mean_rate DESC;
