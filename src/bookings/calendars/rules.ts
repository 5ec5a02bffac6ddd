import { RRuleTemporal } from 'rrule-temporal'

/** Expands recurrence rules (RFC 5545, 3.3.10), on the clock of their event. Pure. */

/** Why a rule is not expanded. Its event closes every night on which it may occur. */
export type Refusal = 'unreadable' | 'not_allowed' | 'ambiguous' | 'too_many_steps'

export class RefusedRule extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** A moment on the clock of an event, in milliseconds as if that clock were UTC. */
export type Clock = number

export interface Series {
  start: Clock
  /** The value of an RRULE. */
  rule: string
  /** The last moment of UNTIL on the clock of the event; undefined without UNTIL. */
  until: Clock | undefined
}

/** Periods that one rule is followed through; hourly rules reach it within a few years. */
const MAX_STEPS = 100_000

const ORDINAL = /^([+-]?\d{1,2})(MO|TU|WE|TH|FR|SA|SU)$/
const within = (low: number, high: number, isSigned = false) => {
  const written = isSigned ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/
  return (text: string) => written.test(text) && Math.abs(Number(text)) >= low && Math.abs(Number(text)) <= high
}
const isOne = (pattern: RegExp) => (text: string) => pattern.test(text)

/** The parts of a rule, and which values each may have. The library passes over what it does not know, so nothing else gets to it. */
const PARTS: Record<string, (value: string) => boolean> = {
  FREQ: isOne(/^(?:YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY|MINUTELY|SECONDLY)$/),
  INTERVAL: isOne(/^0*[1-9]\d{0,5}$/),
  COUNT: isOne(/^0*[1-9]\d{0,5}$/),
  UNTIL: () => true,
  WKST: isOne(/^(?:MO|TU|WE|TH|FR|SA|SU)$/),
  BYSECOND: within(0, 59),
  BYMINUTE: within(0, 59),
  BYHOUR: within(0, 23),
  BYDAY: (text) => /^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(text) || within(1, 53, true)(ORDINAL.exec(text)?.[1] ?? ''),
  BYMONTHDAY: within(1, 31, true),
  BYYEARDAY: within(1, 366, true),
  BYWEEKNO: within(1, 53, true),
  BYMONTH: within(1, 12),
  BYSETPOS: within(1, 366, true),
}
const LISTS = /^BY/

type Parts = Map<string, string[]>

/** @throws RefusedRule `unreadable`. */
function partsOf(rule: string): Parts {
  const parts: Parts = new Map()
  for (const text of rule.toUpperCase().replaceAll(/\s/g, '').split(';').filter(Boolean)) {
    const [name = '', value = ''] = text.split('=')
    const values = LISTS.test(name) ? value.split(',') : [value]
    const isKnown = Object.hasOwn(PARTS, name) && values.every((one) => PARTS[name]?.(one))
    if (!isKnown || parts.has(name)) throw new RefusedRule('unreadable')
    parts.set(name, values)
  }
  if (!parts.has('FREQ')) throw new RefusedRule('unreadable')
  return parts
}

const ordinalsOf = (parts: Parts) => (parts.get('BYDAY') ?? []).filter((value) => ORDINAL.test(value))

/** Combinations that RFC 5545 forbids. */
function isForbidden(parts: Parts, freq: string): boolean {
  const has = (name: string) => parts.has(name)
  return (
    (has('COUNT') && has('UNTIL')) ||
    (has('BYWEEKNO') && freq !== 'YEARLY') ||
    (has('BYYEARDAY') && /^(?:DAILY|WEEKLY|MONTHLY)$/.test(freq)) ||
    (has('BYMONTHDAY') && freq === 'WEEKLY') ||
    (ordinalsOf(parts).length > 0 && (!/^(?:MONTHLY|YEARLY)$/.test(freq) || has('BYWEEKNO'))) ||
    (has('BYSETPOS') && ![...parts.keys()].some((name) => LISTS.test(name) && name !== 'BYSETPOS'))
  )
}

/** Yearly rules that readers disagree on. */
function isAmbiguous(parts: Parts): boolean {
  const hasPosition = parts.has('BYSETPOS')
  return (
    (hasPosition && (parts.has('BYWEEKNO') || splitYear(parts).length > 1)) ||
    // The first and last weeks reach into other years: readers differ in whose they are where years are left out.
    ((parts.get('INTERVAL') ?? ['1'])[0] !== '1' &&
      (parts.get('BYWEEKNO') ?? []).some((week) => /^[+-]?(?:1|5[23])$/.test(week))) ||
    // Counted from the end, the 53rd week is one of another year, or none.
    (parts.get('BYWEEKNO') ?? []).includes('-53') ||
    // A year without a 53rd weekday has it in the next year, for the library.
    (!parts.has('BYMONTH') && ordinalsOf(parts).some((value) => value.includes('53')))
  )
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const weekdayOf = (clock: Clock): string => WEEKDAYS[new Date(clock).getUTCDay()] ?? ''

/** Parts that name days of a year. */
const DAYS_OF_YEAR = ['BYYEARDAY', 'BYMONTHDAY', 'BYWEEKNO', 'BYDAY']

/**
 * The rules whose common days are those of a yearly rule with several parts that name days. The library expands one of them and forgets
 * the others, except for weekdays of weeks or of days of a month.
 */
function splitYear(parts: Parts): Parts[] {
  const present = DAYS_OF_YEAR.filter((name) => parts.has(name))
  const [first, second, third] = present
  const isRead = third === undefined && second === 'BYDAY' && first !== 'BYYEARDAY' && ordinalsOf(parts).length === 0
  if (second === undefined || isRead) return [parts]
  return present.map((name) => {
    const one = new Map([...parts].filter(([other]) => other === name || !DAYS_OF_YEAR.includes(other)))
    return name === 'BYWEEKNO' ? one.set('BYDAY', WEEKDAYS) : one
  })
}

const written = (clock: Clock): string => new Date(clock).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/**
 * The occurrences of a rule between two moments, both inclusive. The start is among them only if the rule has it.
 * @throws RefusedRule when it cannot be read, RFC 5545 forbids it or leaves it open, or it has too many steps.
 */
export function expand({ start, rule, until }: Series, from: Clock, to: Clock): Clock[] {
  const parts = partsOf(rule)
  const freq = parts.get('FREQ')?.[0] ?? ''
  if (isForbidden(parts, freq)) throw new RefusedRule('not_allowed')
  // A part that a rule lacks is that of the start (3.3.10): a week has its weekday.
  if (parts.has('BYWEEKNO') && !DAYS_OF_YEAR.some((name) => name !== 'BYWEEKNO' && parts.has(name)))
    parts.set('BYDAY', [weekdayOf(start)])
  if (until !== undefined) parts.set('UNTIL', [written(until)])
  if (freq === 'YEARLY' && isAmbiguous(parts)) throw new RefusedRule('ambiguous')
  const [one = parts, ...others] = freq === 'YEARLY' ? splitYear(parts) : [parts]
  // The library counts an occurrence twice that two positions name.
  if (others.length === 0 && !(parts.has('BYSETPOS') && parts.has('COUNT'))) return run(one, start, from, to)
  const count = Number(parts.get('COUNT')?.[0] ?? Number.POSITIVE_INFINITY)
  const [found = [], ...limits] = [one, ...others].map((each) => {
    each.delete('COUNT')
    return run(each, start, start, to)
  })
  const sets = limits.map((clocks) => new Set(clocks))
  const common = [...new Set(found)].filter((clock) => sets.every((set) => set.has(clock)))
  return common.slice(0, count).filter((clock) => clock >= from)
}

function run(parts: Parts, start: Clock, from: Clock, to: Clock): Clock[] {
  const rule = [...parts].map(([name, values]) => `${name}=${values.join(',')}`).join(';')
  const rruleString = `DTSTART:${written(start)}\nRRULE:${rule}`
  try {
    const found = new RRuleTemporal({ rruleString, cache: false, maxIterations: MAX_STEPS })
    return found.between(new Date(from), new Date(to), true).map(({ epochMilliseconds }) => epochMilliseconds)
  } catch (error) {
    throw error instanceof Error && /exceeded/.test(error.message) ? new RefusedRule('too_many_steps') : error
  }
}
