import { expand } from '../../src/bookings/calendars/rules.ts'
import { randomOf } from './random.ts'

/** Random recurrence rules in every cell of FREQ by BY-part (RFC 5545, 3.3.10). */

const FREQS = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
type Freq = (typeof FREQS)[number]
const PARTS = [
  'none',
  'BYMONTH',
  'BYWEEKNO',
  'BYYEARDAY',
  'BYMONTHDAY',
  'BYDAY',
  'ordinal BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSECOND',
  'BYSETPOS',
] as const
type Part = (typeof PARTS)[number]

/** The table of RFC 5545: parts that a frequency may have. */
function isAllowed(freq: Freq, part: Part): boolean {
  if (part === 'BYWEEKNO') return freq === 'YEARLY'
  if (part === 'BYYEARDAY') return !['DAILY', 'WEEKLY', 'MONTHLY'].includes(freq)
  if (part === 'BYMONTHDAY') return freq !== 'WEEKLY'
  return part !== 'ordinal BYDAY' || freq === 'MONTHLY' || freq === 'YEARLY'
}

export const CELLS = FREQS.flatMap((freq) =>
  PARTS.filter((part) => isAllowed(freq, part)).map((part) => ({ freq, part })),
)

/** A rule with its start, as if the clock of its event were UTC. */
export interface RandomRule {
  start: string
  rule: string
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Steps after which a rule of hours or less meets each hour, without millions of occurrences. */
const STEPS: Partial<Record<Freq, number[]>> = {
  HOURLY: [1, 2, 5, 7, 24, 25],
  MINUTELY: [30, 90, 600, 1_800, 3_600, 5_000],
  SECONDLY: [3_600, 7_200, 5_400, 36_000],
}

/** `count` rules of one cell, each with a further BY-part in two of three, that begin in the hundred days before `before`. */
export function* rulesOf(
  seed: number,
  { freq, part }: (typeof CELLS)[number],
  count: number,
  before: string,
): Generator<RandomRule> {
  const { below, pick } = randomOf(seed)
  const some = (make: () => string | number) => [...new Set(Array.from({ length: 1 + below(3) }, make))].join(',')
  const signed = (limit: number) => (below(2) === 0 ? 1 : -1) * (1 + below(limit))
  const values: Record<Exclude<Part, 'none'>, () => string> = {
    BYMONTH: () => some(() => 1 + below(12)),
    BYWEEKNO: () => some(() => signed(53)),
    BYYEARDAY: () => some(() => signed(366)),
    BYMONTHDAY: () => some(() => signed(31)),
    BYDAY: () => some(() => pick(WEEKDAYS)),
    'ordinal BYDAY': () => some(() => `${signed(freq === 'YEARLY' ? 53 : 5)}${pick(WEEKDAYS)}`),
    BYHOUR: () => some(() => below(24)),
    BYMINUTE: () => some(() => below(60)),
    BYSECOND: () => some(() => below(60)),
    BYSETPOS: () => some(() => signed(3)),
  }
  const others = PARTS.filter((other) => other !== 'none' && other !== 'BYSETPOS' && isAllowed(freq, other))
  for (let made = 0; made < count; made++) {
    const parts = new Set<Part>(part === 'none' ? [] : [part])
    if (below(3) > 0 || part === 'BYSETPOS') parts.add(pick(others))
    // Both are one part of a rule, and an ordinal one is forbidden beside weeks.
    if (parts.has('ordinal BYDAY') && (parts.has('BYDAY') || parts.has('BYWEEKNO')))
      parts.delete(part === 'ordinal BYDAY' ? 'BYDAY' : 'ordinal BYDAY')
    if (part === 'ordinal BYDAY') parts.delete('BYWEEKNO')
    const steps = STEPS[freq] ?? [1, 1, 1, 2, 3]
    const day = new Date(Date.parse(before) - 86_400_000 * below(100)).toISOString().slice(0, 10)
    const two = (value: number) => String(value).padStart(2, '0')
    const rule = [`FREQ=${freq}`, `INTERVAL=${pick(steps)}`]
    for (const each of parts)
      if (each !== 'none') rule.push(`${each === 'ordinal BYDAY' ? 'BYDAY' : each}=${values[each]()}`)
    if (below(3) === 0) rule.push(`WKST=${pick(WEEKDAYS)}`)
    const end = below(4)
    if (end === 0) rule.push(`COUNT=${1 + below(30)}`)
    if (end === 1) rule.push(`UNTIL=${addMonths(day, 1 + below(18))}T235959Z`)
    yield { start: `${day}T${two(below(24))}:30:00Z`, rule: rule.join(';') }
  }
}

const addMonths = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 28))
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '')

const DAY_PARTS = /BY(?:DAY|MONTHDAY|YEARDAY)=/

/** The rule with the weekday that a week takes from the start (RFC 5545, 3.3.10); others take all days of the week. */
export function ruleOfStart({ start, rule }: RandomRule): string {
  if (!rule.includes('BYWEEKNO') || DAY_PARTS.test(rule)) return rule
  return `${rule};BYDAY=${WEEKDAYS[(new Date(start).getUTCDay() + 6) % 7]}`
}

/** The days of a rule between two days, as the service reads it. @throws RefusedRule */
export function daysOf({ start, rule }: RandomRule, from: string, to: string): string[] {
  const [, year, month, day] = /UNTIL=(\d{4})(\d\d)(\d\d)T/.exec(rule) ?? []
  const until = year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T23:59:59Z`)
  const clocks = expand({ start: Date.parse(start), rule, until }, Date.parse(from), Date.parse(to))
  return [...new Set(clocks.map((clock) => new Date(clock).toISOString().slice(0, 10)))].toSorted()
}
