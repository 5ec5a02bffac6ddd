/**
 * `npm run bench:calendars`: reads a calendar of 2,000 recurring events for four years, in turns with ical.js, which expands the same rules alone.
 * Prints the ratio of each turn with its median; the goal is 1.2.
 */
import ICAL from 'ical.js'
import { readCalendar } from '../../../src/bookings/calendars/reading.ts'
import { addDays } from '../../../src/platform/lib/days.ts'

const EVENTS = 2_000
const TURNS = 7
const [FROM, UNTIL] = ['2027-01-01', '2031-01-01']
/** Rules that calendars of homes have; both read them alike. */
const RULES = [
  'FREQ=WEEKLY;BYDAY=FR',
  'FREQ=WEEKLY;INTERVAL=2;UNTIL=20281231',
  'FREQ=DAILY;COUNT=40',
  'FREQ=MONTHLY;BYDAY=-1SA',
  'FREQ=MONTHLY;BYMONTHDAY=1',
  'FREQ=YEARLY',
]

const day = (index: number) => addDays('2026-06-01', index % 300).replaceAll('-', '')
const events = Array.from({ length: EVENTS }, (_, index) =>
  [
    'BEGIN:VEVENT',
    `UID:${index}`,
    `DTSTART;VALUE=DATE:${day(index)}`,
    `RRULE:${RULES[index % RULES.length]}`,
    'END:VEVENT',
  ].join('\r\n'),
)
const text = ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n')

/** The days of all events, by ical.js alone. */
function readByIcal(): Set<string> {
  const days = new Set<string>()
  for (const component of new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')) {
    const iterator = new ICAL.Event(component).iterator()
    for (let next = iterator.next(); next && next.toString() < UNTIL; next = iterator.next())
      if (next.toString() >= FROM) days.add(next.toString())
  }
  return days
}

function timed<T>(work: () => T): { ms: number; result: T } {
  const begun = performance.now()
  const result = work()
  return { ms: performance.now() - begun, result }
}

const ratios: number[] = []
for (let turn = 0; turn <= TURNS; turn++) {
  const own = timed(() => readCalendar(text, { timezone: 'Europe/Paris', from: FROM, until: UNTIL }))
  const other = timed(readByIcal)
  const days = new Set(own.result.taken.map(({ start_date }) => start_date))
  if ([...other.result].some((one) => !days.has(one))) throw new Error('they do not read the same days')
  console.log(`${own.ms.toFixed(0)} ms, ical.js ${other.ms.toFixed(0)} ms: ${(own.ms / other.ms).toFixed(2)}`)
  // The first turn warms both up.
  if (turn > 0) ratios.push(own.ms / other.ms)
}
ratios.sort((a, b) => a - b)
const at = (part: number) => (ratios[Math.floor((ratios.length - 1) * part)] ?? 0).toFixed(2)
console.log(`ratio ${at(0.5)} (quartiles ${at(0.25)} to ${at(0.75)})`)
