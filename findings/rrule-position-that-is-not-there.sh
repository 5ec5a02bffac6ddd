#!/usr/bin/env bash
# rrule 2.8.1: a position from the end that a period does not have is that of another element.
# RFC 5545, 3.3.10: BYSETPOS=-2 is the last but one of the set, and a set of one has none.
# Seen on 2026-11-27: each month has one day here, and each is given. python-dateutil 2.8.2, which it was ported from, gives none.
# Source: the package itself, https://www.npmjs.com/package/rrule
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit rrule@2.8.1
cat >try.mjs <<'JS'
import rrule from 'rrule'
const rule = rrule.rrulestr('DTSTART:20270115T000000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=15;BYSETPOS=-2;COUNT=3')
console.log(rule.between(new Date('2027-01-01'), new Date('2027-12-31'), true).map((day) => day.toISOString().slice(0, 10)).join(', '))
JS
seen=$(node try.mjs)
expected='2027-01-15, 2027-02-15, 2027-03-15'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
