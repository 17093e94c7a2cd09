-- Mean, median and spread of the headline rate of every run
SELECT r.name, r.headline_op AS op, r.threads, count(*) AS lines,
    sum(h.rate * (h.t_end - h.t_start)) / sum(h.t_end - h.t_start) AS mean_rate,
    median(h.rate) AS median_rate,
    quantile_cont(h.rate, 0.05) AS p5_rate,
    stddev_samp(h.rate) / nullif(avg(h.rate), 0) AS cv
FROM runs AS r JOIN headline AS h USING (run_id)
WHERE h.phase = 'measure'
GROUP BY r.run_id, r.name, r.headline_op, r.threads
ORDER BY mean_rate DESC;
