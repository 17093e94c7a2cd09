-- The 50 report lines that lie farthest below their run's median rate
SELECT r.name, h.t_end, h.rate, m.usual AS usual_rate, h.rate / nullif(m.usual, 0) AS share, h.line
FROM headline AS h
JOIN (SELECT run_id, median(rate) AS usual FROM headline WHERE phase = 'measure' GROUP BY run_id) AS m USING (run_id)
JOIN runs AS r USING (run_id)
WHERE h.phase = 'measure'
ORDER BY share, r.name, h.t_end
LIMIT 50;
