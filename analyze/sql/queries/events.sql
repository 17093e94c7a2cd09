-- What happened in the runs, by kind and message
SELECT e.severity, e.kind, e.code, e.message, CAST(sum(e.count) AS BIGINT) AS count,
    count(DISTINCT e.run_id) AS runs, any_value(r.name) AS for_example
FROM events AS e JOIN runs AS r USING (run_id)
GROUP BY e.severity, e.kind, e.code, e.message
ORDER BY CASE e.severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END, count DESC, e.message;
