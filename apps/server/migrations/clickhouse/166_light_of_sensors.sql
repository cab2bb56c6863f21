-- Light on the modules by the sensors of the station, on their plane or turned from the horizontal, W/m²; NaN where none tells it.
ALTER TABLE {local:expected_power_5m} {on_cluster} ADD COLUMN IF NOT EXISTS plane Float32 DEFAULT nan CODEC(ZSTD(1));
ALTER TABLE expected_power_5m {on_cluster} ADD COLUMN IF NOT EXISTS plane Float32 DEFAULT nan;
-- What limits held back and what was not heard, as the losses of the day have them, kWh.
ALTER TABLE {local:kpi_station_days} {on_cluster} ADD COLUMN IF NOT EXISTS curtailed Float64 CODEC(ZSTD(1));
ALTER TABLE kpi_station_days {on_cluster} ADD COLUMN IF NOT EXISTS curtailed Float64;
ALTER TABLE {local:kpi_station_days} {on_cluster} ADD COLUMN IF NOT EXISTS unheard Float64 CODEC(ZSTD(1));
ALTER TABLE kpi_station_days {on_cluster} ADD COLUMN IF NOT EXISTS unheard Float64;
