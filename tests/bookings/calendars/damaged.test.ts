import { describe, expect, test } from 'vitest'
import { readForeignCalendar } from '../../../src/bookings/calendars/ical-reader.ts'
import { readCalendar } from '../../../src/bookings/calendars/reading.ts'
import { keepNights } from '../../../src/bookings/calendars/settle.ts'
import { addDays } from '../../../src/platform/lib/days.ts'

const OPTIONS = { timezone: 'Europe/Paris', from: '2027-01-01', until: '2029-01-01' }
const wrap = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT']
const good = event('good', 'DTSTART;VALUE=DATE:20270301', 'DTEND;VALUE=DATE:20270303')
const GOOD = ['2027-03-01', '2027-03-02']
const read = (text: string) => {
  const { taken, skipped } = readCalendar(text, OPTIONS)
  return { nights: taken.map(({ start_date, end_date }) => [start_date, end_date]), skipped: skipped.length }
}

describe('what is clear is read', () => {
  test.for<[string, string[], string[][]]>([
    ['a day without VALUE', ['DTSTART:20270227', 'DTEND:20270301'], [['2027-02-27', '2027-02-28']]],
    ['a day with hyphens', ['DTSTART:2027-02-27', 'DTEND;VALUE=DATE:2027-03-01'], [['2027-02-27', '2027-02-28']]],
    [
      'a day that is written as midnight',
      ['DTSTART;VALUE=DATE:20270227T000000', 'DTEND;VALUE=DATE:20270301T000000'],
      [['2027-02-27', '2027-02-28']],
    ],
    [
      'a time with hyphens, colons and an offset',
      ['DTSTART:2027-02-27T16:00:00+01:00', 'DTEND:2027-03-01T10:00:00Z'],
      [['2027-02-27', '2027-02-28']],
    ],
    [
      'a line that was broken without being folded',
      ['DESCRIPTION:Reservation URL', 'https://www.airbnb.com/x', '', 'and more', 'DTSTART;VALUE=DATE:20270227'],
      [['2027-02-27', '2027-02-27']],
    ],
    [
      'an alarm with a duration of its own',
      ['DTSTART;VALUE=DATE:20270227', 'BEGIN:VALARM', 'DURATION:P9D', 'END:VALARM', 'DTEND;VALUE=DATE:20270301'],
      [['2027-02-27', '2027-02-28']],
    ],
    ['small letters', ['dtstart;value=date:20270227'], [['2027-02-27', '2027-02-27']]],
    [
      'an exclusion without VALUE',
      ['DTSTART:20270227', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270228'],
      [
        ['2027-02-27', '2027-02-27'],
        ['2027-03-01', '2027-03-01'],
      ],
    ],
    [
      'an exception of a series that is not there',
      ['RECURRENCE-ID;VALUE=DATE:20270220', 'DTSTART;VALUE=DATE:20270227'],
      [['2027-02-27', '2027-02-27']],
    ],
  ])('%s', ([, lines, nights]) => {
    expect(read(wrap(...event('x', ...lines), ...good))).toEqual({ nights: [...nights, GOOD], skipped: 0 })
  })

  test('a byte order mark, lines that end in LF or CR, and several calendars in one text', () => {
    const other = event('other', 'DTSTART;VALUE=DATE:20270401')
    const text = `\ufeff${wrap(...good)}\ufeff${wrap(...other)}`
    for (const ending of ['\r\n', '\n', '\r'])
      expect(read(text.replaceAll('\r\n', ending))).toEqual({
        nights: [GOOD, ['2027-04-01', '2027-04-01']],
        skipped: 0,
      })
  })
})

describe('what cannot be read is counted, and what is clear of it is taken', () => {
  test.for<[string, string[], string[][]]>([
    [
      'an end that is no date',
      ['DTSTART;VALUE=DATE:20270227', 'DTEND;VALUE=DATE:later'],
      [['2027-02-27', '2027-02-27']],
    ],
    ['an end that does not exist', ['DTSTART:20270227', 'DTEND:20270230'], [['2027-02-27', '2027-02-27']]],
    ['a time without a readable end', ['DTSTART:20270227T160000', 'DTEND:late'], [['2027-02-27', '2027-02-27']]],
    ['a duration that is none', ['DTSTART:20270227', 'DURATION:long'], [['2027-02-27', '2027-02-27']]],
    [
      'a rule that has no day',
      ['DTSTART:20270227', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'],
      [['2027-02-27', '2027-02-27']],
    ],
    [
      'a rule that ends before it begins',
      ['DTSTART:20270227', 'RRULE:FREQ=DAILY;UNTIL=20260101'],
      [['2027-02-27', '2027-02-27']],
    ],
    [
      'a series of which every date is excluded',
      ['DTSTART:20270227', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20270227'],
      [['2027-02-27', '2027-02-27']],
    ],
    [
      'a rule of exclusion, which is obsolete',
      ['DTSTART:20270227', 'RRULE:FREQ=DAILY;COUNT=2', 'EXRULE:FREQ=WEEKLY'],
      [
        ['2027-02-27', '2027-02-27'],
        ['2027-02-28', '2027-02-28'],
      ],
    ],
    ['a start that is no date', ['DTSTART;VALUE=DATE:soon', 'DTEND;VALUE=DATE:20270301'], []],
    ['a start that does not exist', ['DTSTART;VALUE=DATE:20270230'], []],
    ['no start', ['DTEND;VALUE=DATE:20270301'], []],
  ])('%s', ([, lines, nights]) => {
    expect(read(wrap(...event('x', ...lines), ...good))).toEqual({ nights: [...nights, GOOD], skipped: 1 })
  })

  test.for<[string, string, string, string]>([
    ['unreadable', 'RRULE:FREQ=SOMETIMES', '2027-02-27', '2028-02-27'],
    ['unreadable', 'RRULE:FREQ=YEARLY;BYEASTER=0', '2027-02-27', '2028-02-27'],
    ['unreadable', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=32', '2027-02-27', '2028-02-27'],
    ['unreadable', 'RRULE:FREQ=DAILY;UNTIL=SOON', '2027-02-27', '2028-02-27'],
    ['not_allowed', 'RRULE:FREQ=WEEKLY;BYDAY=2MO', '2027-02-27', '2028-02-27'],
    ['ambiguous', 'RRULE:FREQ=YEARLY;BYWEEKNO=9;BYSETPOS=1', '2027-02-27', '2028-02-27'],
    ['too_many_steps', 'RRULE:FREQ=SECONDLY;BYMONTH=3', '2027-02-27', '2028-02-27'],
    ['not_allowed', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3;UNTIL=20270401', '2027-02-27', '2027-04-02'],
  ])('a rule that is refused as %s (%s) closes every night on which it may occur', ([reason, rule, first, last]) => {
    const { taken, problems } = readCalendar(
      wrap(...good, ...event('x', 'DTSTART:20270227', 'DTEND:20270228', rule)),
      OPTIONS,
    )
    expect(taken.map(({ start_date, end_date }) => [start_date, end_date])).toEqual(
      expect.arrayContaining([[first, last], GOOD]),
    )
    expect(problems).toEqual([{ line: 8, problem: `rule_${reason}` }])
  })

  test('an event without its own end', () => {
    const open = ['BEGIN:VEVENT', 'UID:open', 'DTSTART;VALUE=DATE:20270227']
    for (const lines of [
      [...open, ...good],
      [...good, ...open],
    ])
      expect(read(wrap(...lines))).toEqual({
        nights: expect.arrayContaining([['2027-02-27', '2027-02-27'], GOOD]),
        skipped: 1,
      })
  })
})

describe('large calendars', () => {
  const nights = (count: number, first: string) =>
    Array.from({ length: count }, (_, index) => {
      const day = addDays(first, index % 700).replaceAll('-', '')
      return event(
        `${index}@x`,
        `DTSTART;VALUE=DATE:${day}`,
        `DTEND;VALUE=DATE:${addDays(first, (index % 700) + 1 + Math.floor(index / 700)).replaceAll('-', '')}`,
      )
    }).flat()

  test('of 5,000 events are read, and 15,000 of the past cost nothing', async () => {
    const text = wrap(...nights(5_000, '2027-01-05'), ...nights(15_000, '2020-01-05'))
    const { taken, skipped } = await readForeignCalendar(text, OPTIONS, { ms: 20_000, megabytes: 128 })
    expect([taken.length, skipped]).toEqual([5_000, []])
  })

  test('a daily series of the last century is begun shortly before the days that count', () => {
    const series = Array.from({ length: 300 }, (_, index) =>
      event(
        `${index}@x`,
        'DTSTART;VALUE=DATE:19010105',
        `RRULE:FREQ=${index % 2 ? 'DAILY' : 'WEEKLY'};INTERVAL=${index + 1}`,
      ),
    )
    const { skipped, nights: found } = read(wrap(...series.flat()))
    expect(skipped).toBe(0)
    // 1901-01-05 was a Saturday.
    expect(found[0]).toEqual(['2027-01-02', '2027-01-02'])
  })

  test.for([
    ['too_many_events', nights(10_800, '2027-01-05'), {}],
    ['too_slow', good, { ms: 1 }],
    [
      'too_much_memory',
      Array.from({ length: 20_000 }, (_, index) => event(`${index}`, 'DTSTART:20270101')).flat(),
      { megabytes: 8 },
    ],
  ] as const)('%s', async ([code, lines, limits]) => {
    const reading = readForeignCalendar(wrap(...lines), OPTIONS, { ms: 20_000, megabytes: 128, ...limits })
    await expect(reading).rejects.toMatchObject({ code, cause: expect.any(Error) })
  })
})

describe('nights of an event that can no longer be read', () => {
  const at = (uid: string, day: string) => ({ uid, start_date: day, end_date: day })
  const [a, b, c] = [at('a', '2027-05-01'), at('b', '2027-06-01'), at('c', '2027-07-01')]
  const bad = (uid: string) => ({ uid, key: `key ${uid}` })
  const held = (nights: typeof a) => ({ ...nights, is_held: true })
  const keep = (taken: (typeof a)[], skipped: string[], now: (typeof a)[], bads: string[]) =>
    keepNights(
      { taken, skipped: skipped.map((uid) => bad(uid).key) },
      { taken: now, skipped: bads.map(bad) },
      '2027-01-01',
    )

  test('are kept by its UID, and no others', () => {
    expect(keep([a, b], [], [b], ['a'])).toEqual([b, held(a)])
    expect(keep([a, b, c], [], [b], ['a'])).toEqual([b, held(a)])
  })
  test('are kept with all that is gone, when its UID is new or it has none', () => {
    for (const uid of ['new', '']) expect(keep([a, b, c], [], [b], [uid])).toEqual([b, held(a), held(c)])
  })
  test('stay held until everything can be read, while what is cancelled afterwards is opened', () => {
    expect(keep([b, held(a)], ['new'], [], ['new'])).toEqual([held(a)])
    expect(keep([b, held(a)], ['new'], [b], [])).toEqual([b])
  })
  test('are not held twice, and not in the past', () => {
    expect(keep([held(a)], ['new'], [{ ...a, uid: 'other' }], ['new'])).toEqual([{ ...a, uid: 'other' }])
    expect(keep([at('a', '2026-01-01')], [], [], ['a'])).toEqual([])
  })
})
