-- Stretches below half of the run's median rate, the longest first (jitter --stalls: of the median of their regime, without a warm-up)
WITH marked AS (
    SELECT run_id, t_start, t_end, rate,
        median(rate) OVER run AS usual,
        median(t_end - t_start) OVER run AS interval_s
    FROM headline
    WHERE phase = 'measure' AND rate IS NOT NULL
    WINDOW run AS (PARTITION BY run_id)
), slow AS (
    -- An interval of work does not end a stall.
    SELECT *, coalesce(t_start - lag(t_end) OVER (PARTITION BY run_id ORDER BY t_end) > interval_s + 1e-6, true) AS is_first
    FROM marked
    WHERE rate < usual / 2
), stretches AS (
    SELECT *, count(*) FILTER (is_first) OVER (PARTITION BY run_id ORDER BY t_end) AS stretch
    FROM slow
), stalls AS (
    SELECT run_id, min(t_start) AS t_start, max(t_end) AS t_end, min(rate) AS lowest_rate, any_value(usual) AS usual_rate
    FROM stretches
    GROUP BY run_id, stretch
)
-- What is done between joined intervals counts against the loss.
SELECT r.name, s.t_start, s.t_end, s.t_end - s.t_start AS seconds, s.lowest_rate, s.usual_rate,
    sum((s.usual_rate - m.rate) * (m.t_end - m.t_start)) AS lost
FROM stalls AS s
JOIN marked AS m ON m.run_id = s.run_id AND m.t_end > s.t_start AND m.t_end <= s.t_end
JOIN runs AS r ON r.run_id = s.run_id
GROUP BY ALL
ORDER BY seconds DESC, lost DESC
LIMIT 50;
