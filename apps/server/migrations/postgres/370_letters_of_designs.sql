-- Every server holds what models need of all designs: those of an organisation are bounded together.
ALTER TABLE station_designs ADD letters integer NOT NULL GENERATED ALWAYS AS (length(versions::text)) STORED;
