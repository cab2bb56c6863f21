-- Designs of before tell no inverters.
UPDATE station_designs SET versions = (
  SELECT coalesce(jsonb_agg('{"inverters": [], "coldest": null, "hottest": null}'::jsonb || version ORDER BY at), '[]'::jsonb)
  FROM jsonb_array_elements(versions) WITH ORDINALITY AS each_version (version, at)
);
