#!/usr/bin/env bash
# rrule-temporal 2.2.8 (1 October 2026): a yearly rule with BYYEARDAY and BYDAY takes the days of the year and forgets the weekdays.
# RFC 5545, 3.3.10, note 2 of the table: BYDAY limits the days where BYYEARDAY is present, so only Mondays are expected.
# Seen on 2026-11-27: 1 January 2027 is a Friday, and is among the days. python-dateutil 2.8.2 gives 1 February 2027 alone.
# Source: the package itself, https://www.npmjs.com/package/rrule-temporal
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit rrule-temporal@2.2.8
cat >try.mjs <<'JS'
import { RRuleTemporal } from 'rrule-temporal'
const rule = new RRuleTemporal({ rruleString: 'DTSTART:20270101T000000Z\nRRULE:FREQ=YEARLY;BYYEARDAY=1,32;BYDAY=MO' })
const days = rule.between(new Date('2027-01-01'), new Date('2027-12-31'), true)
console.log(days.map((day) => `${day.toString().slice(0, 10)} ${['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][day.dayOfWeek - 1]}`).join(', '))
JS
seen=$(node try.mjs)
expected='2027-01-01 FR, 2027-02-01 MO'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
