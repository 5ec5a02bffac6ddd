#!/usr/bin/env bash
# PostgreSQL 18.7 (12 November 2026, in @electric-sql/pglite 0.5.17): a table cannot get a column with a default while a function whose
# body is written in SQL reads one of its rows. The release notes (15.20, first entry, CVE-2026-6460) speak of ALTER COLUMN TYPE only.
# Seen on 2026-11-27: refused for an SQL body; accepted for the same body as a string, and for a column without a default. 18.4 accepts all.
# Source: https://www.postgresql.org/docs/15/release-15-20.html
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit @electric-sql/pglite@0.5.17
cat >try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = await PGlite.create()
await db.exec('create table stays (id integer)')
const tried = async (body, column) => {
  await db.exec(`create or replace function total(stay stays) returns integer language sql ${body}`)
  return await db.exec(`begin; alter table stays add column ${column}; rollback`).then(() => 'accepted', async () => { await db.exec('rollback'); return 'refused' })
}
const [{ server_version }] = (await db.query('show server_version')).rows
console.log(server_version, await tried('return stay.id', 'a integer default 1'), await tried('return stay.id', 'a integer'), await tried("as 'select stay.id'", 'a integer default 1'))
JS
seen=$(node try.mjs)
expected='18.7 refused accepted accepted'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
