-- Every run with its main figures, the newest first
SELECT run_id, name, tool, workload, threads, started_at, duration_s, complete,
    coalesce(tpmc / 60, tps) AS tool_rate, lat_avg_ms, lat_p95_ms, errors
FROM runs
ORDER BY coalesce(started_at, imported_at) DESC, name;
