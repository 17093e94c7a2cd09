-- What the figures of a run must not be used for. One row of facts a run is
-- turned into the warnings that they give cause for: a filter on run_id then
-- reaches the scans.

-- 1 error, 2 errors.
CREATE MACRO raw.several(n, noun) AS format('{} {}', CAST(n AS BIGINT), noun || CASE WHEN n = 1 THEN '' ELSE 's' END);

-- What the headline says of a run.
CREATE VIEW raw.headline_facts AS
SELECT run_id, import_id,
    count(*) FILTER (phase = 'measure') AS lines,
    count(*) FILTER (phase = 'cooldown') AS cooldown_lines,
    sum(t_end - t_start) FILTER (phase = 'measure') AS seconds,
    median(t_end - t_start) FILTER (phase = 'measure') AS interval_s,
    sum(rate) FILTER (phase = 'measure') AS rate_sum,
    min(threads) FILTER (phase = 'measure' AND NOT is_last) AS fewest_threads,
    max(threads) FILTER (phase = 'measure') AS most_threads,
    bool_or(late IS NOT NULL) AS counts_late,
    bool_or(coalesce(lat_avg_ms, lat_max_ms, percentile_ms) IS NOT NULL) AS has_latency,
    bool_or(percentile_ms IS NOT NULL) AS has_percentile,
    sum(failed) AS failed,
    CAST(round(sum(reconnects_per_s * (t_end - t_start))) AS BIGINT) AS reconnects,
    min(t_end) FILTER (reconnects_per_s > 0) AS first_reconnect_s,
    max(t_end) FILTER (reconnects_per_s > 0) AS last_reconnect_s,
    count(*) FILTER (phase = 'measure' AND gap_s > 1e-6) AS gaps,
    coalesce(sum(gap_s) FILTER (phase = 'measure' AND gap_s > 1e-6), 0) AS gap_seconds
FROM (
    SELECT *,
        coalesce(lat_p50_ms, lat_p90_ms, lat_p95_ms, lat_p99_ms, lat_p999_ms, pct_ms) AS percentile_ms,
        t_start - lag(t_end) OVER lines AS gap_s,
        lead(t_end) OVER lines IS NULL AS is_last -- threads end one by one in the last line
    FROM headline
    WINDOW lines AS (PARTITION BY run_id, import_id, phase ORDER BY t_end)
)
GROUP BY run_id, import_id;

-- The time that a run takes, in its own seconds: from the start of the tool to the
-- end of measuring and to the last line. A run that was killed ends with its lines,
-- one of which no end is known goes on.
CREATE VIEW raw.extents AS
SELECT r.run_id, r.import_id,
    least(-coalesce(r.warmup_s, 0), coalesce(h.first_s, 0)) AS began_s,
    coalesce(r.elapsed_s, h.measured_s, r.duration_s) AS measured_s,
    h.last_s,
    greatest(coalesce(r.interval_s, 0), 1) AS slack_s
FROM runs AS r
LEFT JOIN (
    SELECT run_id, import_id, min(t_start) AS first_s, max(t_end) AS last_s,
        max(t_end) FILTER (phase = 'measure') AS measured_s
    FROM headline
    GROUP BY run_id, import_id
) AS h USING (run_id, import_id);

-- What its events say. Texts are those of the first event of the kind. What lies
-- beside a run, as the server's own log, tells of the time before and after it, too:
-- errors there are none of the run, and a restart is one of it if rates were measured
-- before and after. The end is in doubt by a report line, or by a second, the unit of
-- the clocks: servers are often shut down at once. An event without a time is one of
-- the run, but for notes of a start: a server's log that could not be lined up has
-- those of all its starts.
CREATE VIEW raw.event_facts AS
SELECT run_id, import_id,
    sum(count) FILTER (kind = 'fatal' AND of_run) AS fatal,
    arg_min(message, first_line) FILTER (kind = 'fatal' AND of_run) AS fatal_text,
    CASE WHEN bool_and(t IS NOT NULL) FILTER (kind = 'fatal' AND of_run) THEN min(t) FILTER (kind = 'fatal' AND of_run) END AS fatal_t,
    sum(count) FILTER (kind = 'error' AND severity = 'error' AND of_run) AS errors,
    arg_max(message, count) FILTER (kind = 'error' AND severity = 'error' AND of_run) AS error_text,
    sum(count) FILTER (kind = 'retry') AS retries,
    sum(count) FILTER (kind = 'reconnect') AS reconnects,
    min(t) FILTER (kind = 'reconnect') AS first_reconnect_s,
    max(t) FILTER (kind = 'reconnect') AS last_reconnect_s,
    sum(count) FILTER (kind = 'restart' AND amid_run) AS restarts,
    sum(count) FILTER (kind = 'mismatch') AS mismatches,
    arg_min(message, first_line) FILTER (kind = 'mismatch') AS mismatch_text,
    sum(count) FILTER (kind = 'late_report') AS late_reports,
    sum(count) FILTER (kind = 'not_understood') AS not_understood,
    min(first_line) FILTER (kind = 'not_understood') AS not_understood_line,
    sum(count) FILTER (kind = 'truncated' AND severity <> 'info') AS truncated, -- info: a series begins anywhere
    sum(count) FILTER (kind = 'counter_reset') AS counter_resets,
    sum(count) FILTER (kind = 'clock_step') AS clock_steps
FROM (
    SELECT e.*,
        t IS NULL OR t >= began_s AND t <= coalesce(greatest(measured_s, last_s) + slack_s, t) AS of_run,
        CASE WHEN t IS NULL THEN severity <> 'info' ELSE t > 0 AND t < coalesce(measured_s - slack_s, 'inf') END AS amid_run
    FROM events AS e JOIN raw.extents USING (run_id, import_id)
)
GROUP BY run_id, import_id;

-- A number of the tool's final report, NULL if that has none.
CREATE MACRO raw.figure(reported, name) AS TRY_CAST(map_extract(reported, name)[1] AS DOUBLE);

-- The sum of the figures of the final report whose names end so: one an operation.
CREATE MACRO raw.figures(reported, suffix) AS list_sum(list_transform(
    list_filter(map_entries(reported), entry -> ends_with(entry.key, suffix)), entry -> TRY_CAST(entry.value AS DOUBLE)));

-- Reconnects are told by events, by report lines or by the final report alone.
CREATE VIEW raw.facts AS
SELECT r.*, h.* EXCLUDE (run_id, import_id, interval_s, failed, reconnects, first_reconnect_s, last_reconnect_s),
    e.* EXCLUDE (run_id, import_id, errors, retries, reconnects, first_reconnect_s, last_reconnect_s),
    coalesce(h.interval_s, r.interval_s) AS usual_interval_s,
    coalesce(e.errors, 0) AS error_events,
    coalesce(CASE WHEN r.tool = 'jitterlog' THEN raw.figures(r.reported, '_retried') END, e.retries) AS retries, -- events are those of the warm-up, too
    greatest(h.reconnects, e.reconnects, raw.figure(r.reported, 'reconnects')) AS reconnects,
    coalesce(h.first_reconnect_s, e.first_reconnect_s) AS first_reconnect_s,
    coalesce(h.last_reconnect_s, e.last_reconnect_s) AS last_reconnect_s,
    coalesce(h.lines, 0) > 0 AS has_lines,
    coalesce(h.lines, 0) > 0 AND h.rate_sum IS DISTINCT FROM 0 AS has_work,
    r.tool = 'jitterlog' AS is_ours,
    coalesce(raw.figures(r.reported, '_failed'), h.failed) AS given_up, -- of our own load
    map_extract(r.reported, 'end_reason')[1] AS end_reason,
    map_extract(r.reported, 'verdict')[1] AS verdict,
    map_extract(r.reported, 'verdict_reasons')[1] AS verdict_reasons,
    r.workload IS NOT DISTINCT FROM 'load' AS is_load,
    r.tool = 'tpcc-mysql' AS is_tpcc,
    -- Since October 2011 limits of 5 "seconds" are compared with milliseconds.
    r.tool = 'tpcc-mysql' AND (r.lat_clock = 'client_cpu' OR r.lat_clock = 'wall' AND NOT h.counts_late) AS limits_are_wrong,
    nullif(map_extract(r.options, 'rate')[1], '0') AS asked_rate,
    r.tool = 'jitterlog' AND map_extract(r.options, 'stages_s')[1] IS NOT NULL AS is_stepped,
    -- A call that was timed, or a run as short as one report line.
    r.complete AND coalesce(h.lines = 1 AND h.seconds >= 0.999 * r.elapsed_s, false) AS is_one_figure
FROM runs AS r
LEFT JOIN raw.headline_facts AS h ON h.run_id = r.run_id AND h.import_id = r.import_id
LEFT JOIN raw.event_facts AS e ON e.run_id = r.run_id AND e.import_id = r.import_id;

CREATE VIEW raw.run_warnings AS
SELECT run_id, list_filter([
    -- Whether there is something to judge at all.
    CASE WHEN NOT is_load AND NOT has_lines AND NOT complete THEN {
        code: 'nothing_measured',
        message: 'nothing was measured' || coalesce(': ' || fatal_text, '') || '; the run is no result of 0'} END,
    CASE WHEN NOT is_load AND NOT has_lines AND complete THEN {
        code: 'totals_only',
        message: 'the log has no report lines: only the tool''s own totals are known, and nothing can be said of jitter'} END,
    CASE WHEN is_one_figure THEN {
        code: 'single_figure',
        message: 'the whole run is one figure: nothing can be said of jitter, and only repeats would tell how much of a difference is chance'} END,
    CASE WHEN NOT complete AND has_work THEN {
        code: 'incomplete',
        message: CASE WHEN cardinality(reported) = 0 THEN 'the final report is missing: the run was stopped or killed'
            ELSE 'the run did not come to its end, though there are figures of a final report' END
            || ', and its figures are those of the part that is there'} END,
    CASE WHEN is_ours AND end_reason = 'interrupt' THEN {
        code: 'interrupted',
        message: 'the run was interrupted: measured '
            || coalesce(format('{:.3g} of {:.6g} s', elapsed_s, duration_s), format('{:.3g} s', elapsed_s))} END,
    CASE WHEN is_ours AND verdict = 'client_saturated' THEN {
        code: verdict,
        message: 'the client was saturated: ' || verdict_reasons || '; figures are those of the client as much as of the server'} END,
    CASE WHEN is_ours AND verdict = 'schedule_not_kept' THEN {
        code: verdict,
        message: 'the schedule was not kept: ' || verdict_reasons || '; latencies are those of a queue that grows for as long as the run lasts'} END,
    CASE WHEN has_lines AND rate_sum = 0 THEN {
        code: 'no_work',
        message: format('every {} rate is 0: no work was done, so this is a failed run and not a slow one', headline_op)} END,
    CASE WHEN has_work AND NOT is_one_figure AND seconds < 60 THEN {
        code: 'too_short',
        message: format('only {:.3g} s were measured: too short to see stalls that come every minute, or to be compared', seconds)} END,
    CASE WHEN has_work AND NOT is_one_figure AND seconds >= 60 AND lines < 30 THEN {
        code: 'few_lines',
        message: 'only ' || raw.several(lines, 'report line') || ': confidence intervals are wide, and percentiles of the rate rough'} END,
    CASE WHEN has_work AND NOT is_one_figure AND usual_interval_s >= 5 THEN {
        code: 'coarse_lines',
        message: format('a report line covers {:.6g} s: shorter stalls are hidden in it; no stall found does not mean none', usual_interval_s)} END,

    -- What happened to the run.
    CASE WHEN fatal > 0 AND has_lines THEN {
        code: 'fatal',
        message: raw.several(fatal, 'fatal error') || coalesce(format(' from {:.6g} s on', fatal_t), '')
            || ', first: ' || fatal_text || '; what follows is not the load that was asked for'} END,
    CASE WHEN is_stepped THEN {
        code: 'load_was_stepped',
        message: format('the load was stepped on purpose ({}): what differs between the steps is no jitter, stall or trend; look at each step',
            coalesce(nullif(asked_rate || '/s', '/s'), map_extract(options, 'stages_threads')[1] || ' threads'))} END,
    CASE WHEN fewest_threads < most_threads AND NOT is_stepped THEN {
        code: 'threads_fell',
        message: format('running threads fell from {} to {} while it measured: later rates are of a smaller load', most_threads, fewest_threads)} END,
    CASE WHEN restarts > 0 THEN {
        code: 'restarted',
        message: 'the server restarted: rates after that are of a cold server'} END,
    CASE WHEN error_events > 0 THEN {
        code: 'errors',
        message: raw.several(error_events, 'error') || ', mostly: ' || error_text || '; work that failed is not in the rates'} END,
    CASE WHEN error_events = 0 AND errors > 0 AND NOT is_ours THEN {
        code: 'errors',
        message: 'the tool counted ' || raw.several(errors, 'error') || '; work that failed is not in the rates'} END,
    CASE WHEN error_events = 0 AND given_up > 0 AND is_ours THEN {
        code: 'errors',
        message: raw.several(given_up, 'event') || ' failed and given up; work that failed is not in the rates'} END,
    CASE WHEN retries > 0 THEN {
        code: 'retries',
        message: 'retried ' || raw.several(retries, 'time') || CASE WHEN is_ours AND complete AND given_up = 0 THEN ', and nothing was given up' ELSE '' END
            || ': that time is in the latencies and missing from the rates'} END,
    CASE WHEN reconnects > 0 THEN {
        code: 'reconnects',
        message: raw.several(reconnects, 'reconnect') || coalesce(CASE
                WHEN first_reconnect_s = last_reconnect_s THEN format(', at {:.6g} s', first_reconnect_s)
                ELSE format(', from {:.6g} to {:.6g} s', first_reconnect_s, last_reconnect_s) END, '')
            || ': connections were lost, and a stall there may be that of a server that was away'} END,

    -- What the log lacks.
    CASE WHEN gaps > 0 THEN {
        code: 'gaps',
        message: format('report lines are missing in {}, {:.6g} s in all: averages leave that time out, and a stall may hide there', raw.several(gaps, 'place'), gap_seconds)} END,
    CASE WHEN late_reports > 0 THEN {
        code: 'late_reports',
        message: raw.several(late_reports, 'report line') || ' came late and averaged over more than an interval: neither length nor depth of a stall can be read there'} END,
    CASE WHEN clock_steps > 0 THEN {
        code: 'clock_step',
        message: 'the clock was set while it measured: times are not to be trusted around that'} END,
    CASE WHEN not_understood > 0 THEN {
        code: 'not_understood',
        message: raw.several(not_understood, 'line') || ' not understood, the first is line ' || not_understood_line || ': what was said there is missing'} END,
    CASE WHEN truncated > 0 THEN {
        code: 'truncated',
        message: 'the log is cut: what was behind the cut is missing here'} END,
    CASE WHEN mismatches > 0 THEN {
        code: 'mismatch',
        message: 'figures of the log contradict each other: ' || mismatch_text
            || CASE WHEN mismatches > 1 THEN format(' (and {} more)', CAST(mismatches - 1 AS BIGINT)) ELSE '' END
            || '; neither is to be trusted'} END,
    CASE WHEN cooldown_lines > 0 AND NOT is_ours THEN { -- ours waits for what it has begun
        code: 'cooldown_left_out',
        message: raw.several(cooldown_lines, 'report line') || ' after the end of the run left out of all figures'} END,

    -- What the tool means by its figures.
    CASE WHEN has_latency AND lat_clock = 'client_cpu' THEN {
        code: 'classic_latency_is_cpu_time',
        message: 'latencies are CPU time of the client, not response times: not to be shown as such, nor compared with other versions'} END,
    CASE WHEN has_latency AND lat_clock = 'unknown' THEN {
        code: 'latency_clock_unknown',
        message: 'it is not known which clock the latencies were taken with: not to be compared with other runs'} END,
    CASE WHEN is_tpcc AND has_work AND counts_late THEN {
        code: 'count_is_all_transactions',
        message: 'N(M) in a report line is all transactions and the late ones among them: M is not to be added, nor are they failures'} END,
    CASE WHEN limits_are_wrong AND has_work THEN {
        code: 'late_counts_wrong_limit',
        message: 'late transactions are counted against milliseconds where seconds are meant (5, 80, 20): neither lt nor [NG] says that the run failed'} END,
    CASE WHEN is_tpcc AND has_work THEN {
        code: 'time_is_nominal',
        message: 'times count alarms of the tool: where the client was frozen, intervals are longer than they say and TpmC is too high'} END,
    CASE WHEN is_tpcc AND has_latency AND warmup_s > 0 AND lat_clock = 'wall' AND NOT counts_late THEN {
        code: 'first_line_includes_rampup',
        message: 'latencies of the first report line include the ramp-up and are left out; avg_rt of the final report includes it too and is no mean'} END,
    CASE WHEN tool = 'sysbench' AND has_percentile AND starts_with(tool_version, '1.') THEN {
        code: 'percentile_grid',
        message: 'percentiles come in steps of 1.8 %: a smaller difference is none'} END,
    CASE WHEN asked_rate IS NOT NULL AND (tool = 'sysbench' OR is_ours) THEN {
        code: 'fixed_rate',
        message: format('{} were started at a fixed rate ({}/s): the rate says nothing of what the server can do, and latencies include the wait in the queue',
            CASE WHEN is_ours THEN 'events' ELSE 'transactions' END, asked_rate)} END,
    CASE WHEN counter_resets > 0 THEN {
        code: 'checkpoints_reset_counters',
        message: 'report checkpoints reset the counters: the percentile of the line after each is wrong, and those of the final report are not of the whole run'} END,
    CASE WHEN tool = 'sysbench' AND headline_op IN ('write', 'query') AND workload IS DISTINCT FROM 'fileio' THEN {
        code: 'statements_not_transactions',
        message: format('every statement commits by itself and the tool counts no transactions: rates are of {} statements, not to be compared with transactions', headline_op)} END
], warning -> warning IS NOT NULL) AS warnings
FROM raw.facts;

-- Not unnest(): DuckDB lets no filter through that, and a question about one run
-- would read them all.
CREATE VIEW warnings AS
SELECT run_id, warnings[number].code AS code, warnings[number].message AS message
FROM raw.run_warnings JOIN range(1, 100) AS numbers(number) ON number <= len(warnings);
