#!/usr/bin/env bash
# ical.js 2.2.1: a yearly rule with a week and a weekday gives every Saturday of the year but the one of that week.
# RFC 5545, 3.3.10: BYWEEKNO=27 with BYDAY=SA is one Saturday a year: 10 July 2027.
# Seen on 2026-11-27: 51 Saturdays of 2027, and not 10 July. rrule-temporal 2.2.8 and python-dateutil 2.8.2 give the one.
# Source: the package itself, https://www.npmjs.com/package/ical.js
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit ical.js@2.2.1
cat >try.mjs <<'JS'
import ICAL from 'ical.js'
const event = new ICAL.Event(new ICAL.Component(ICAL.parse(['BEGIN:VEVENT', 'UID:x', 'DTSTART;VALUE=DATE:20260704', 'RRULE:FREQ=YEARLY;BYWEEKNO=27;BYDAY=SA', 'END:VEVENT'].join('\r\n'))))
const days = []
const iterator = event.iterator()
for (let day = iterator.next(); day && day.year < 2028; day = iterator.next()) if (day.year === 2027) days.push(day)
console.log(`${days.length} days, ${days.filter((day) => day.dayOfWeek() === 7).length} Saturdays, 10 July: ${days.some((day) => day.toString() === '2027-07-10')}`)
JS
seen=$(node try.mjs)
expected='51 days, 51 Saturdays, 10 July: false'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
