-- Who made a label, or added to a library, without working for all of its organisation: what one may have is not one customer's to use up.
ALTER TABLE labels ADD COLUMN customer_id bigint REFERENCES users ON DELETE SET NULL;
ALTER TABLE components ADD COLUMN customer_id bigint REFERENCES users ON DELETE SET NULL;
CREATE INDEX labels__customer_id ON labels (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX components__customer_id ON components (customer_id) WHERE customer_id IS NOT NULL;
