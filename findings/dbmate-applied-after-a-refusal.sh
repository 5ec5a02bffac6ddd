#!/usr/bin/env bash
# dbmate 2.24.0: its output says "Applied" for a migration that the database has refused; only the exit code and standard error tell.
# Seen on 2026-11-27, with SQLite here and with PostgreSQL 18.4: "Applying: 1_bad.sql", "Applied: 1_bad.sql in …", exit code 2.
# Source: the package itself, https://www.npmjs.com/package/dbmate
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit dbmate@2.24.0
cat >try.mjs <<'JS'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('migrations')
writeFileSync('migrations/1_bad.sql', '-- migrate:up\nselect * from nowhere;\n-- migrate:down\n')
const { status, stdout } = spawnSync('node_modules/.bin/dbmate', ['--migrations-dir', 'migrations', '--no-dump-schema', 'up'], { encoding: 'utf8', env: { ...process.env, DATABASE_URL: 'sqlite:try.sqlite' } })
console.log(status, /^Applied: 1_bad.sql/m.test(stdout))
JS
seen=$(node try.mjs)
expected='2 true'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
