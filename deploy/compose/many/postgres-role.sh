#!/bin/sh
# A role that owns its database and nothing else; run once, when the container makes its stores.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE sunfleet LOGIN PASSWORD :'password';
CREATE DATABASE sunfleet OWNER sunfleet;
SQL
