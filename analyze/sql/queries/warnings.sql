-- What the figures of each run must not be used for
SELECT r.name, w.code, w.message
FROM warnings AS w JOIN runs AS r USING (run_id)
ORDER BY r.name, w.code;
