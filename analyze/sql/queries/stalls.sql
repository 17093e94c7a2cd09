-- Stretches below half of the run's median rate, the longest first
WITH marked AS (
    SELECT run_id, t_start, t_end, rate, lat_max_ms,
        median(rate) OVER (PARTITION BY run_id) AS usual,
        row_number() OVER (PARTITION BY run_id ORDER BY t_end) AS line_number
    FROM headline
    WHERE phase = 'measure'
), slow AS (
    SELECT *, line_number - row_number() OVER (PARTITION BY run_id ORDER BY t_end) AS stretch
    FROM marked
    WHERE rate < usual / 2
)
SELECT r.name, min(s.t_start) AS t_start, max(s.t_end) AS t_end,
    max(s.t_end) - min(s.t_start) AS seconds,
    min(s.rate) AS lowest_rate, max(s.usual) AS usual_rate,
    sum((s.usual - s.rate) * (s.t_end - s.t_start)) AS lost
FROM slow AS s JOIN runs AS r USING (run_id)
GROUP BY r.run_id, r.name, s.stretch
ORDER BY seconds DESC, lost DESC
LIMIT 50;
