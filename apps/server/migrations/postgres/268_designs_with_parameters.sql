-- Designs that were set before their modules and inverters kept parameters of models take those that the library has of them now, so that their
-- power is expected by these without anybody saving them again. What a design has of its own stays. Power follows a changed design by itself.
UPDATE station_designs SET versions = (
  SELECT coalesce(jsonb_agg(
    version || jsonb_build_object(
      'arrays', (
        SELECT coalesce(jsonb_agg(
          CASE WHEN one #>> '{module,componentId}' IS NOT NULL AND NOT (one -> 'module') ? 'diode'
            THEN jsonb_set(one, '{module,diode}', coalesce((
              SELECT nullif(sheet -> 'diode', 'null') || jsonb_build_object('alphaSc', (sheet ->> 'alphaSc')::float8 * (sheet ->> 'iSc')::float8 / 100)
                FROM components WHERE id = (one #>> '{module,componentId}')::bigint AND kind = 'module'), 'null'))
            ELSE one END ORDER BY place), '[]'::jsonb)
          FROM jsonb_array_elements(version -> 'arrays') WITH ORDINALITY AS parts (one, place)),
      'inverters', (
        SELECT coalesce(jsonb_agg(
          CASE WHEN one #>> '{type,componentId}' IS NOT NULL AND NOT (one -> 'type') ? 'sandia'
            THEN jsonb_set(one, '{type,sandia}', coalesce((
              SELECT sheet -> 'sandia' FROM components WHERE id = (one #>> '{type,componentId}')::bigint AND kind = 'inverter'), 'null'))
            ELSE one END ORDER BY place), '[]'::jsonb)
          FROM jsonb_array_elements(coalesce(nullif(version -> 'inverters', 'null'), '[]')) WITH ORDINALITY AS parts (one, place))
    ) ORDER BY at), '[]'::jsonb)
  FROM jsonb_array_elements(versions) WITH ORDINALITY AS each_version (version, at)
)
WHERE EXISTS (SELECT FROM design_components WHERE design_components.station_id = station_designs.station_id);
