-- Headline rate of every run minute by minute
SELECT r.name, CAST(ceil(h.t_end / 60 - 1e-9) AS BIGINT) AS minute,
    sum(h.rate * (h.t_end - h.t_start)) / sum(h.t_end - h.t_start) AS mean_rate,
    min(h.rate) AS lowest_rate, max(h.rate) AS highest_rate
FROM runs AS r JOIN headline AS h USING (run_id)
WHERE h.phase = 'measure'
GROUP BY r.run_id, r.name, minute
ORDER BY r.name, minute;
