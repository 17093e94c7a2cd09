-- What users and all queries of this package see. Schema raw holds one view a
-- table over its Parquet files. Rows whose run is gone are hidden: files of
-- the other tables are not rewritten when a run is removed.
CREATE VIEW runs AS
SELECT run_id, name, tool, tool_version, format, workload, headline_op, server, server_version,
    make_timestamp(started_at) AS started_at,
    make_timestamp(imported_at) AS imported_at,
    make_timestamp(source_mtime) AS source_mtime,
    source, source_sha256, section, first_line, last_line, threads, scale,
    interval_s, warmup_s, duration_s, elapsed_s, complete, lat_clock,
    tpmc, tps, qps, lat_avg_ms, lat_p95_ms, errors, options, settings, tags, reported,
    import_id, raw_sha256, own_sha256, own_bytes, attached
FROM raw.runs;

CREATE VIEW intervals AS
SELECT run_id, seq, op, phase, t_start, t_end, count, rate, late, failed, retried, threads,
    lat_avg_ms, lat_p50_ms, lat_p90_ms, lat_p95_ms, lat_p99_ms, lat_p999_ms, lat_max_ms,
    pct_rank, pct_ms, bytes_per_s, errors_per_s, reconnects_per_s, line, import_id
FROM raw.intervals SEMI JOIN raw.runs USING (run_id, import_id);

CREATE VIEW samples AS
SELECT run_id, t, make_timestamp(at) AS at, source, object, metric, unit, value, line, import_id
FROM raw.samples SEMI JOIN raw.runs USING (run_id, import_id);

CREATE VIEW events AS
SELECT run_id, t, severity, kind, code, message, count, first_line, last_line, import_id
FROM raw.events SEMI JOIN raw.runs USING (run_id, import_id);

CREATE VIEW histograms AS
SELECT run_id, op, seq, lower_ms, upper_ms, count, import_id
FROM raw.histograms SEMI JOIN raw.runs USING (run_id, import_id);

CREATE VIEW headline AS
SELECT i.* EXCLUDE (import_id), i.import_id
FROM raw.runs AS r
JOIN intervals AS i ON i.run_id = r.run_id AND i.import_id = r.import_id AND i.op = r.headline_op;
