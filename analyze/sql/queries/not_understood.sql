-- Lines that no rule of their format reads, with the place where they stand
SELECT r.source, e.first_line AS line, e.message, e.count
FROM events AS e JOIN runs AS r USING (run_id)
WHERE e.kind = 'not_understood'
ORDER BY r.source, e.first_line;
