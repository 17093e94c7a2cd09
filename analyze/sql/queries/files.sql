-- The files that each run comes from, and where in the history their texts are kept
SELECT name, run_id, path, 'raw/' || sha256 || '.gz' AS kept_as
FROM (
    SELECT name, run_id, 1 AS place, source AS path, raw_sha256 AS sha256 FROM runs
    UNION ALL
    SELECT name, run_id, 2, entry.key, entry.value
    FROM (SELECT name, run_id, unnest(map_entries(attached)) AS entry FROM runs)
)
ORDER BY name, run_id, place, path;
