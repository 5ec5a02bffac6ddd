#!/usr/bin/env bash
# rrule-temporal 2.2.8 (1 October 2026): the 53rd weekday of a year that has only 52 is the first one of the next year.
# RFC 5545, 3.3.10: an ordinal is one within the year, and a date that does not exist is left out.
# Seen on 2026-11-27: 2026 has 52 Fridays, and 1 January 2027 is given for its 53rd. python-dateutil 2.8.2 gives 31 December 2027 alone.
# Source: the package itself, https://www.npmjs.com/package/rrule-temporal
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit rrule-temporal@2.2.8
cat >try.mjs <<'JS'
import { RRuleTemporal } from 'rrule-temporal'
const rule = new RRuleTemporal({ rruleString: 'DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;BYDAY=53FR' })
const days = rule.between(new Date('2026-01-01'), new Date('2027-12-31'), true)
console.log(days.map((day) => day.toString().slice(0, 10)).join(', '))
JS
seen=$(node try.mjs)
expected='2027-01-01, 2027-12-31'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
