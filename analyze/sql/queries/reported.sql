-- Every figure of the tools' own final reports
SELECT name, key AS figure, value
FROM (SELECT name, section, unnest(map_entries(reported), recursive := true) FROM runs)
ORDER BY name, section, key;
