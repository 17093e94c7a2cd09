-- What was sampled beside the runs: how often, mean and extremes
SELECT r.name, s.source, s.object, s.metric, s.unit, count(*) AS samples,
    min(s.value) AS lowest, avg(s.value) AS mean, max(s.value) AS highest
FROM samples AS s JOIN runs AS r USING (run_id)
GROUP BY r.run_id, r.name, s.source, s.object, s.metric, s.unit
ORDER BY r.name, s.source, s.object, s.metric;
