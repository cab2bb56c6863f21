-- Who owned the station that a device was unbound from last: of the customers of an organisation nobody else binds it again by its serial number. Null: nobody, or
-- before this was kept. A bare number, which outlives the account.
ALTER TABLE devices ADD COLUMN freed_owner bigint;
