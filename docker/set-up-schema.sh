#!/bin/sh
# Creates Temporal's two databases and updates their schemas. May be run again: it then only applies what is new.
# SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD are read by temporal-sql-tool itself.
set -eu

SCHEMAS=/etc/temporal/schema/postgresql/v12

set_up() {
  database=$1
  versions=$2
  temporal-sql-tool --plugin postgres12 --database "$database" create-database
  temporal-sql-tool --plugin postgres12 --database "$database" setup-schema --version 0.0
  temporal-sql-tool --plugin postgres12 --database "$database" update-schema --schema-dir "$versions"
}

set_up temporal "$SCHEMAS/temporal/versioned"
set_up temporal_visibility "$SCHEMAS/visibility/versioned"
