-- Median and maximum over the report lines of their latencies (percentiles of a run are in: latency)
SELECT r.name, r.lat_clock, h.op,
    median(h.lat_avg_ms) AS median_avg_ms, median(h.lat_p95_ms) AS median_p95_ms, max(h.lat_p95_ms) AS highest_p95_ms,
    median(h.lat_p99_ms) AS median_p99_ms, max(h.lat_p99_ms) AS highest_p99_ms, max(h.lat_max_ms) AS max_ms
FROM runs AS r JOIN headline AS h USING (run_id)
WHERE h.phase = 'measure'
GROUP BY r.run_id, r.name, r.lat_clock, h.op
HAVING count(coalesce(h.lat_avg_ms, h.lat_p95_ms, h.lat_p99_ms, h.lat_max_ms)) > 0
ORDER BY r.name;
