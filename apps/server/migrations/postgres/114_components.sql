-- Modules and inverters by their data sheets: of an organisation, or (without one) of the library for all.
CREATE TABLE components (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint REFERENCES organisations ON DELETE CASCADE,
  kind text NOT NULL,
  manufacturer text NOT NULL,
  model text NOT NULL,
  sheet jsonb NOT NULL,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX components__name ON components (coalesce(organisation_id, 0), kind, lower(manufacturer), lower(model));
-- Which designs name which of them; a component that is named stays.
CREATE TABLE design_components (
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  component_id bigint NOT NULL REFERENCES components,
  PRIMARY KEY (station_id, component_id)
);
CREATE INDEX design_components__component ON design_components (component_id);
-- Designs of before name no component.
UPDATE station_designs SET versions = (
  SELECT coalesce(jsonb_agg(
    version || jsonb_build_object('arrays', (
      SELECT jsonb_agg(
        CASE WHEN jsonb_typeof(part -> 'module') = 'object'
          THEN part || jsonb_build_object('module', '{"componentId": null, "electrics": null}'::jsonb || (part -> 'module'))
          ELSE part END ORDER BY place)
      FROM jsonb_array_elements(version -> 'arrays') WITH ORDINALITY AS parts (part, place)
    )) ORDER BY at), '[]'::jsonb)
  FROM jsonb_array_elements(versions) WITH ORDINALITY AS each_version (version, at)
);
