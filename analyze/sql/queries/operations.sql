-- Count and mean rate of every operation of every run
SELECT r.name, i.op, CAST(sum(i.count) AS BIGINT) AS count,
    sum(i.rate * (i.t_end - i.t_start)) / sum(i.t_end - i.t_start) AS mean_rate,
    CAST(sum(i.failed) AS BIGINT) AS failed, CAST(sum(i.retried) AS BIGINT) AS retried
FROM runs AS r JOIN intervals AS i USING (run_id)
WHERE i.phase = 'measure'
GROUP BY r.run_id, r.name, i.op
ORDER BY r.name, i.op;
