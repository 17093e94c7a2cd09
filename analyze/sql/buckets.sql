-- The buckets of runs: run, number, value, usual length of an interval, and where
-- the run ends. What stands in braces is filled in.
WITH chosen AS (
    SELECT *, CAST(ceil(t_end / CAST({every} AS DOUBLE) - 1e-9) AS BIGINT) AS bucket
    FROM intervals
    WHERE {these} AND op IN ({ops}) AND phase IN {phases}
), ends AS (
    SELECT run_id, import_id, op, median(t_end - t_start) AS usual_length, max(t_end) AS run_end
    FROM chosen
    GROUP BY run_id, import_id, op
), buckets AS (
    SELECT run_id, import_id, op, bucket, CAST({value} AS DOUBLE) AS value
    FROM chosen
    GROUP BY run_id, import_id, op, bucket
)
SELECT run_id, import_id, op, bucket, value, usual_length, run_end
FROM buckets JOIN ends USING (run_id, import_id, op);
