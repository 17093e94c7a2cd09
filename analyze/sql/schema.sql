-- The history's tables as its Parquet files hold them. A table of which the
-- history has no file yet is read from here, so that it has the full type.
CREATE SCHEMA empty;

CREATE TABLE empty.runs (
    run_id VARCHAR, import_id VARCHAR, name VARCHAR, tool VARCHAR, tool_version VARCHAR,
    format VARCHAR, workload VARCHAR, headline_op VARCHAR, server VARCHAR, server_version VARCHAR,
    started_at BIGINT, imported_at BIGINT, source_mtime BIGINT,
    source VARCHAR, source_sha256 VARCHAR, raw_sha256 VARCHAR, own_sha256 VARCHAR, own_bytes BIGINT,
    section BIGINT, first_line BIGINT, last_line BIGINT, threads BIGINT, scale BIGINT,
    interval_s DOUBLE, warmup_s DOUBLE, duration_s DOUBLE, elapsed_s DOUBLE,
    complete BOOLEAN, lat_clock VARCHAR,
    tpmc DOUBLE, tps DOUBLE, qps DOUBLE, lat_avg_ms DOUBLE, lat_p95_ms DOUBLE, errors BIGINT,
    options MAP(VARCHAR, VARCHAR), settings MAP(VARCHAR, VARCHAR),
    tags MAP(VARCHAR, VARCHAR), reported MAP(VARCHAR, VARCHAR), attached MAP(VARCHAR, VARCHAR)
);

CREATE TABLE empty.intervals (
    run_id VARCHAR, import_id VARCHAR, seq BIGINT, op VARCHAR, phase VARCHAR,
    t_start DOUBLE, t_end DOUBLE, count BIGINT, rate DOUBLE, late BIGINT, failed BIGINT, retried BIGINT,
    errors_per_s DOUBLE, reconnects_per_s DOUBLE, threads BIGINT,
    lat_avg_ms DOUBLE, lat_p50_ms DOUBLE, lat_p90_ms DOUBLE, lat_p95_ms DOUBLE, lat_p99_ms DOUBLE,
    lat_p999_ms DOUBLE, lat_max_ms DOUBLE, pct_rank DOUBLE, pct_ms DOUBLE, bytes_per_s DOUBLE, line BIGINT
);

CREATE TABLE empty.samples (
    run_id VARCHAR, import_id VARCHAR, t DOUBLE, at BIGINT, source VARCHAR, object VARCHAR,
    metric VARCHAR, unit VARCHAR, value DOUBLE, line BIGINT
);

CREATE TABLE empty.events (
    run_id VARCHAR, import_id VARCHAR, t DOUBLE, severity VARCHAR, kind VARCHAR, code VARCHAR,
    message VARCHAR, count BIGINT, first_line BIGINT, last_line BIGINT
);

CREATE TABLE empty.histograms (
    run_id VARCHAR, import_id VARCHAR, op VARCHAR, seq BIGINT, lower_ms DOUBLE, upper_ms DOUBLE, count BIGINT
);
