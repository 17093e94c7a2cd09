-- The buckets of one operation of one run: number, value, usual length of an
-- interval, and where the run ends. {value} and {phases} are filled in.
-- Parameters: length of a bucket, run_id, import_id, op.
WITH chosen AS (
    SELECT *, CAST(ceil(t_end / CAST(? AS DOUBLE) - 1e-9) AS BIGINT) AS bucket
    FROM intervals
    WHERE run_id = ? AND import_id = ? AND op = ? AND phase IN {phases}
)
SELECT bucket,
    CAST({value} AS DOUBLE) AS value,
    (SELECT median(t_end - t_start) FROM chosen) AS usual_length,
    (SELECT max(t_end) FROM chosen) AS run_end
FROM chosen
GROUP BY bucket
ORDER BY bucket;
