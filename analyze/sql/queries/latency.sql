-- Latency percentiles of every run that has a histogram (upper ends of its buckets)
WITH measured AS (
    SELECT DISTINCT run_id, seq FROM intervals WHERE phase = 'measure'
), counted AS (
    SELECT run_id, op, upper_ms, sum(count) AS count
    FROM histograms LEFT JOIN measured USING (run_id, seq)
    WHERE count > 0 AND (histograms.seq IS NULL OR measured.seq IS NOT NULL) -- of the whole run, or added up over its intervals
    GROUP BY run_id, op, upper_ms
), ranked AS (
    SELECT run_id, op, upper_ms,
        sum(count) OVER (PARTITION BY run_id, op ORDER BY upper_ms)
            / sum(count) OVER (PARTITION BY run_id, op) AS share,
        sum(count) OVER (PARTITION BY run_id, op) AS count
    FROM counted
)
SELECT r.name, h.op, CAST(any_value(h.count) AS BIGINT) AS count,
    min(h.upper_ms) FILTER (h.share >= 0.5) AS p50_ms,
    min(h.upper_ms) FILTER (h.share >= 0.95) AS p95_ms,
    min(h.upper_ms) FILTER (h.share >= 0.99) AS p99_ms,
    min(h.upper_ms) FILTER (h.share >= 0.999) AS p999_ms,
    max(h.upper_ms) AS max_ms
FROM ranked AS h JOIN runs AS r USING (run_id)
GROUP BY r.run_id, r.name, h.op
ORDER BY r.name, h.op;
