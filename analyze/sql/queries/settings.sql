-- Server settings that are not the same in all runs
SELECT s.key AS setting, s.value, count(*) AS runs, string_agg(s.name, ', ' ORDER BY s.name) AS names
FROM (SELECT name, unnest(map_entries(settings), recursive := true) FROM runs) AS s
WHERE s.key IN (
    SELECT key FROM (SELECT unnest(map_entries(settings), recursive := true) FROM runs)
    GROUP BY key HAVING count(DISTINCT value) > 1)
GROUP BY s.key, s.value
ORDER BY s.key, s.value;
