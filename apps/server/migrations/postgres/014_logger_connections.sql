-- Over which connection a V5 logger is there, and whether it is believed. The protocol has no secret, so this is all there is to
-- tell a stick from somebody who knows its serial number.
CREATE TABLE logger_connections (
  device_id bigint PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  -- The newest connection, of whichever server.
  connection text,
  address text,
  network text,
  open boolean NOT NULL DEFAULT false,
  -- The network of the last connection that was believed.
  trusted_network text,
  doubt text CHECK (doubt IN ('first', 'otherNetwork', 'replaced', 'alternating')),
  doubted_since timestamptz,
  -- When its newest connections replaced one that lived, epoch milliseconds.
  replaced_at double precision[] NOT NULL DEFAULT '{}',
  -- When its owner was told last.
  told_at timestamptz,
  -- Addresses and networks it may connect from; empty: any.
  allowed_networks text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX logger_connections__doubt ON logger_connections (doubt) WHERE doubt IN ('otherNetwork', 'alternating');
