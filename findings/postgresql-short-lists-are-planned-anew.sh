#!/usr/bin/env bash
# PostgreSQL 18.7 (in @electric-sql/pglite 0.5.17): a prepared statement that joins `unnest($1)` never gets a kept plan while its lists have fewer
# than ten elements. A plan for any value assumes ten elements, so it always looks dearer than one for two, and each execution is planned
# anew; with twenty elements the plan is kept after five. `unnest((select $1))` hides the length, and the plan is kept for two as well.
# A statement over fifteen tables took ten milliseconds to plan and half a millisecond to run. EXPLAIN EXECUTE shows the right plan in both cases.
# Seen on 2026-11-29. Source: https://www.postgresql.org/docs/18/sql-prepare.html (Notes), choose_custom_plan in src/backend/utils/cache/plancache.c.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit @electric-sql/pglite@0.5.17
cat >try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = await PGlite.create()
await db.exec(`create table stays (id bigint primary key, note text); insert into stays select i, '' from generate_series(1, 20000) i; analyze stays`)
const plans = async (name, list, length) => {
  await db.exec(`prepare ${name} (bigint[]) as select s.note from unnest(${list}) given (id) join stays s on s.id = given.id`)
  const ids = Array.from({ length }, (_, index) => index + 1)
  for (let time = 0; time < 30; time++) await db.exec(`execute ${name} (array[${ids}])`)
  const { rows } = await db.query('select custom_plans, generic_plans from pg_prepared_statements where name = $1', [name])
  return `${rows[0].custom_plans} made, ${rows[0].generic_plans} kept`
}
const [{ server_version }] = (await db.query('show server_version')).rows
console.log([server_version, await plans('two', '$1', 2), await plans('twenty', '$1', 20), await plans('hidden', '(select $1)', 2)].join('; '))
JS
seen=$(node try.mjs)
expected='18.7; 30 made, 0 kept; 5 made, 25 kept; 5 made, 25 kept'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
