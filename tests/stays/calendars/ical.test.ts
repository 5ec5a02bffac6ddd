import fc from 'fast-check'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../src/platform/lib/days.ts'
import { readCalendar, writeCalendar } from '../../../src/stays/calendars/ical.ts'
import { readForeignCalendar } from '../../../src/stays/calendars/ical-reader.ts'

const OPTIONS = { timezone: 'Europe/Paris', from: '2027-01-01', until: '2029-01-01' }
const wrap = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']
const read = (...lines: string[]) =>
  readCalendar(wrap(...event(...lines)), OPTIONS).taken.map(({ start_date, end_date }) => [start_date, end_date])

const without = (index: number) => ['BEGIN:VEVENT', `UID:${index}`, 'END:VEVENT']

describe('writing', () => {
  const events = [
    {
      uid: 'reservation-1@x.sejour',
      start_date: '2027-07-10',
      end_date: '2027-07-13',
      summary: 'Réservé; à, bientôt',
      changed_at: '2026-11-21T07:00:00.000Z',
      changes: 2,
    },
    {
      uid: 'closure-2@x.sejour',
      start_date: '2027-12-31',
      end_date: '2027-12-31',
      summary: 'Indisponible',
      changed_at: '2026-11-21T07:00:00.000Z',
      changes: 0,
    },
  ]

  test('is RFC 5545: a second parser reads the same, lines end in CRLF and are at most 75 bytes long', () => {
    const text = writeCalendar(`Maison « ${'é'.repeat(120)} »`, events)
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/)
    for (const line of text.split('\r\n')) {
      expect(line).not.toContain('\n')
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
    expect(text.match(/\r\nSEQUENCE:\d+/g)).toEqual(['\r\nSEQUENCE:2', '\r\nSEQUENCE:0'])
    expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT30M\r\n')
    const parsed = convertIcsCalendar(undefined, text)
    expect(parsed).toMatchObject({ version: '2.0', prodId: '-//Sejour//Calendar//EN', method: 'PUBLISH' })
    expect(
      parsed.events?.map(({ uid, summary, start, end, stamp }) => [
        uid,
        summary,
        start.type,
        start.date.toISOString().slice(0, 10),
        end?.date.toISOString().slice(0, 10),
        stamp.date.toISOString(),
      ]),
    ).toEqual([
      ['reservation-1@x.sejour', 'Réservé; à, bientôt', 'DATE', '2027-07-10', '2027-07-14', '2026-11-21T07:00:00.000Z'],
      ['closure-2@x.sejour', 'Indisponible', 'DATE', '2027-12-31', '2028-01-01', '2026-11-21T07:00:00.000Z'],
    ])
  })

  test('a name is escaped as a text, as a summary is', () => {
    const name = String.raw`Nice;,:\n"é`
    const text = writeCalendar(name, [{ ...events[0], summary: name } as (typeof events)[number]])
    const escaped = String.raw`:Nice\;\,:\\n"é`
    expect(text.split('\r\n').filter((line) => line.endsWith(escaped))).toEqual([
      `X-WR-CALNAME;VALUE=TEXT${escaped}`,
      `SUMMARY${escaped}`,
    ])
  })

  test('an empty calendar is a calendar', () => {
    expect(convertIcsCalendar(undefined, writeCalendar('x', [])).events ?? []).toEqual([])
    expect(readCalendar(writeCalendar('x', []), OPTIONS)).toEqual({ taken: [], skipped: [] })
  })

  test('what is written is read again, whatever the nights', () => {
    const night = fc.record({
      offset: fc.integer({ min: 0, max: 700 }),
      length: fc.integer({ min: 0, max: 28 }),
      summary: fc.string(),
    })
    fc.assert(
      fc.property(fc.array(night, { maxLength: 20 }), fc.string(), (nights, name) => {
        const written = nights.map(({ offset, length, summary }, index) => ({
          uid: `n${index}@x`,
          start_date: addDays(OPTIONS.from, offset),
          end_date: addDays(OPTIONS.from, offset + length),
          summary,
          changed_at: '2026-11-21T07:00:00.000Z',
          changes: 0,
        }))
        const again = readCalendar(writeCalendar(name, written), OPTIONS)
        // The first of events with equal nights is read.
        const first = new Map(written.toReversed().map((one) => [`${one.start_date} ${one.end_date}`, one]))
        expect(again.skipped).toEqual([])
        expect(again.taken).toMatchObject(
          written
            .filter((one) => first.get(`${one.start_date} ${one.end_date}`) === one)
            .map(({ uid, start_date, end_date }) => ({ uid, start_date, end_date })),
        )
      }),
    )
  })
})

describe('reading', () => {
  test('Airbnb: whole days, with links and telephone numbers that nobody asked for', () => {
    const text = [
      'BEGIN:VCALENDAR',
      'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN',
      'CALSCALE:GREGORIAN',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'DTSTAMP:20270601T081500Z',
      'DTSTART;VALUE=DATE:20270710',
      'DTEND;VALUE=DATE:20270714',
      'SUMMARY:Reserved',
      'UID:1418fb94e984-3b6a9a1f7b2c8a31b4de5a7c7b1de5f2@airbnb.com',
      'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/de',
      ' tails/HMABCDEFGH\\nPhone Number (Last 4 Digits): 1234',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTAMP:20270601T081500Z',
      'DTSTART;VALUE=DATE:20270801',
      'DTEND;VALUE=DATE:20270802',
      'SUMMARY:Airbnb (Not available)',
      'UID:7f662ec65913-8b1a@airbnb.com',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\n')
    expect(readCalendar(text, OPTIONS).taken).toEqual([
      { uid: expect.stringContaining('1418fb94e984'), start_date: '2027-07-10', end_date: '2027-07-13' },
      { uid: '7f662ec65913-8b1a@airbnb.com', start_date: '2027-08-01', end_date: '2027-08-01', is_block: true },
    ])
  })

  test.for<[string, string[], string[][]]>([
    [
      'Google: a time of day with its zone',
      ['DTSTART;TZID=Europe/Paris:20270710T160000', 'DTEND;TZID=Europe/Paris:20270712T110000'],
      [['2027-07-10', '2027-07-11']],
    ],
    [
      'UTC, which is another day where the home is',
      ['DTSTART:20270710T230000Z', 'DTEND:20270712T090000Z'],
      [['2027-07-11', '2027-07-11']],
    ],
    [
      'a time of day without a zone',
      ['DTSTART:20270710T160000', 'DTEND:20270712T110000'],
      [['2027-07-10', '2027-07-11']],
    ],
    ['a duration', ['DTSTART;VALUE=DATE:20270710', 'DURATION:P3D'], [['2027-07-10', '2027-07-12']]],
    ['one day without an end', ['DTSTART;VALUE=DATE:20270710'], [['2027-07-10', '2027-07-10']]],
    [
      'an end that equals the start, as old exports write it',
      ['DTSTART;VALUE=DATE:20270710', 'DTEND;VALUE=DATE:20270710'],
      [['2027-07-10', '2027-07-10']],
    ],
    ['a meeting takes no night', ['DTSTART:20270710T080000Z', 'DTEND:20270710T090000Z'], []],
    ['cancelled', ['DTSTART;VALUE=DATE:20270710', 'STATUS:CANCELLED'], []],
    ['free time', ['DTSTART;VALUE=DATE:20270710', 'TRANSP:TRANSPARENT'], []],
    ['a day that does not exist', ['DTSTART;VALUE=DATE:20270230'], []],
    ['a time on a day that does not exist', ['DTSTART:20270431T160000', 'DTEND:20270503T110000'], []],
    ['a day of a month that does not exist', ['DTSTART;VALUE=DATE:20271310', 'DURATION:P3D'], []],
    ['29 February of a leap year', ['DTSTART;VALUE=DATE:20280229'], [['2028-02-29', '2028-02-29']]],
    ['the past', ['DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20260105'], []],
    ['what began before', ['DTSTART;VALUE=DATE:20261230', 'DTEND;VALUE=DATE:20270103'], [['2027-01-01', '2027-01-02']]],
    [
      'without an end in sight',
      ['DTSTART;VALUE=DATE:20280101', 'DTEND;VALUE=DATE:20990101'],
      [['2028-01-01', '2028-12-31']],
    ],
    [
      'every week, but once',
      [
        'DTSTART;VALUE=DATE:20270105',
        'DTEND;VALUE=DATE:20270107',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE;VALUE=DATE:20270112',
      ],
      [
        ['2027-01-05', '2027-01-06'],
        ['2027-01-19', '2027-01-20'],
      ],
    ],
    [
      'every day since long before',
      ['DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY;UNTIL=20270102'],
      [
        ['2027-01-01', '2027-01-01'],
        ['2027-01-02', '2027-01-02'],
      ],
    ],
    [
      'every week for ever, up to the horizon',
      ['DTSTART;VALUE=DATE:20281220', 'RRULE:FREQ=WEEKLY'],
      [
        ['2028-12-20', '2028-12-20'],
        ['2028-12-27', '2028-12-27'],
      ],
    ],
  ])('%s', ([, lines, nights]) => {
    expect(read(...lines)).toEqual(nights)
  })

  test('one date of a series that was moved', () => {
    const text = wrap(
      ...event('DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270106', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event('RECURRENCE-ID;VALUE=DATE:20270112', 'DTSTART;VALUE=DATE:20270114', 'DTEND;VALUE=DATE:20270116'),
    )
    expect(readCalendar(text, OPTIONS).taken.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2027-01-05', '2027-01-05'],
      ['2027-01-14', '2027-01-15'],
    ])
  })

  test('a date of a series that was moved to a day that does not exist stays where it was', () => {
    const text = wrap(
      ...event('DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event('RECURRENCE-ID;VALUE=DATE:20270112', 'DTSTART;VALUE=DATE:20270230'),
      ...event('DTSTART;VALUE=DATE:20270301'),
    )
    expect(readCalendar(text, OPTIONS).taken.map(({ start_date }) => start_date)).toEqual([
      '2027-01-05',
      '2027-01-12',
      '2027-03-01',
    ])
  })

  test.for([
    ['a page', '<!doctype html><title>Log in</title>'],
    ['nothing', ''],
    ['another object', 'BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD'],
    ['cut short', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270101'],
    ['two, of which one is cut short', `${wrap()}BEGIN:VCALENDAR\r\nVERSION:2.0`],
    ['a thousand events that say nothing', wrap(...Array.from({ length: 1_001 }, (_, index) => without(index)).flat())],
  ] as const)('%s is refused', async ([, text]) => {
    await expect(readForeignCalendar(text, OPTIONS)).rejects.toMatchObject({ code: 'not_a_calendar' })
  })
})
