-- Lists of very many devices are read along these: what a device is seldom changes, and states that are written leave them as they are. Equal values share
-- an entry, so that each takes a few megabytes for half a million devices.
CREATE INDEX device_states__listed_name ON device_states (listed_name);
CREATE INDEX device_states__listed_model ON device_states (listed_model);
CREATE INDEX device_states__listed_manufacturer ON device_states (listed_manufacturer);
CREATE INDEX device_states__listed_firmware ON device_states (listed_firmware);
CREATE INDEX device_states__listed_production_date ON device_states (listed_production_date);
CREATE INDEX device_states__listed_warranty_end ON device_states (listed_warranty_end);
CREATE INDEX device_states__listed_first_power_on ON device_states (listed_first_power_on);
CREATE INDEX device_states__listed_sold_on ON device_states (listed_sold_on);
CREATE INDEX listed_stations__name ON listed_stations (name);
