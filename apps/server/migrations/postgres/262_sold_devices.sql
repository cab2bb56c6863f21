-- The day on which a device was sold, from which a warranty may count.
ALTER TABLE devices ADD COLUMN sold_on date;
