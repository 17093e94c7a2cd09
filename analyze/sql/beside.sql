-- What each series beside a run was like while it measured. What iostat and its kin
-- say of the time since boot is none of the run. What stands in braces is filled in.
WITH h AS (
    SELECT t_start, t_end, rate FROM headline WHERE {this} AND phase = 'measure'
), s AS (
    SELECT * FROM samples
    WHERE {this} AND t >= 0 AND source NOT LIKE '% since boot'
        AND t <= coalesce((SELECT max(t_end) FROM h), 'infinity'::DOUBLE)
), paired AS (
    SELECT s.*, CASE WHEN s.t > h.t_start THEN h.rate END AS rate FROM s ASOF LEFT JOIN h ON s.t <= h.t_end
), described AS (
    SELECT source, object, metric, unit, avg(value) AS mean, median(value) AS median,
        quantile_cont(value, 0.05) AS p5, quantile_cont(value, 0.95) AS p95, min(value) AS least, max(value) AS most,
        corr(value, t) AS along, count(*) FILTER (rate IS NOT NULL) AS pairs,
        corr(value, rate) AS xy, corr(value, t) FILTER (rate IS NOT NULL) AS xt, corr(rate, t) AS yt
    FROM paired
    WHERE value IS NOT NULL
    GROUP BY ALL
), straight AS (
    -- What is left of the variance without the straight lines; a series that is one
    -- has but rounding errors left, which correlate with anything.
    SELECT *, greatest(0, 1 - coalesce(CASE WHEN isfinite(along) THEN along END, 0) ** 2) AS left_of_all,
        1 - xt ** 2 AS left_of_x, 1 - yt ** 2 AS left_of_y
    FROM described
)
SELECT source, coalesce(object, ''), metric, coalesce(unit, ''), mean, median, p95, most, least = most,
    (p95 - p5) / nullif(abs(mean), 0) * sqrt(left_of_all) AS moved,
    CASE WHEN pairs >= {pairs} AND left_of_x > 1e-9 AND left_of_y > 1e-9 THEN (xy - xt * yt) / sqrt(left_of_x * left_of_y) END
FROM straight
ORDER BY moved DESC NULLS LAST, source, object, metric;
