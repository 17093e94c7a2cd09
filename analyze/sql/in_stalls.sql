-- Each series beside a run within its stalls, against as long before each of them, and
-- some seconds at least. What stands in braces is filled in.
WITH stalls(began, ended) AS (
    VALUES {stalls}
), marked AS (
    SELECT *, EXISTS (FROM stalls WHERE t > began AND t <= ended) AS within,
        EXISTS (FROM stalls WHERE t > began - greatest({lead}, ended - began) AND t <= began) AS before
    FROM samples
    WHERE {this} AND t >= 0 AND t <= {end} AND source NOT LIKE '% since boot'
)
SELECT source, coalesce(object, '') AS object, metric, coalesce(unit, '') AS unit,
    avg(value) FILTER (before AND NOT within) AS usual, avg(value) FILTER (within) AS stalled, stddev_pop(value) FILTER (NOT within)
FROM marked
GROUP BY ALL
HAVING usual <> stalled
ORDER BY source, object, metric;
