-- Designs of before say nothing of the slant length of rows and of the horizon.
UPDATE station_designs SET versions = (
  SELECT coalesce(jsonb_agg(
    version || jsonb_build_object('horizon', version -> 'horizon', 'arrays', (
      SELECT jsonb_agg('{"slant": null}'::jsonb || part ORDER BY place)
      FROM jsonb_array_elements(version -> 'arrays') WITH ORDINALITY AS parts (part, place)
    )) ORDER BY at), '[]'::jsonb)
  FROM jsonb_array_elements(versions) WITH ORDINALITY AS each_version (version, at)
);
