import { describe, expect, test } from 'vitest'
import { readForeignCalendar } from '../../../src/bookings/calendars/ical-reader.ts'
import { readCalendar } from '../../../src/bookings/calendars/reading.ts'

const OPTIONS = { timezone: 'Europe/Paris', from: '2027-01-01', until: '2029-01-01' }
const wrap = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']
const read = (...lines: string[]) =>
  readCalendar(wrap(...event(...lines)), OPTIONS).taken.map(({ start_date, end_date }) => [start_date, end_date])

const without = (index: number) => ['BEGIN:VEVENT', `UID:${index}`, 'END:VEVENT']

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
      'a duration as npm’s ics writes it',
      ['DTSTART;VALUE=DATE:20270710', 'DURATION:P4DT'],
      [['2027-07-10', '2027-07-13']],
    ],
    [
      'an end before the start, with times',
      ['DTSTART:20270710T160000', 'DTEND:20270709T100000'],
      [['2027-07-10', '2027-07-10']],
    ],
    [
      'a zone behind a prefix',
      [
        'DTSTART;TZID=/x.org/20260101_1/America/New_York:20270710T220000',
        'DTEND;TZID=/x.org/20260101_1/America/New_York:20270711T220000',
      ],
      [['2027-07-11', '2027-07-11']],
    ],
    [
      'a zone that nobody knows, as that of the home',
      ['DTSTART;TZID=Home:20270710T220000', 'DTEND;TZID=Home:20270711T220000'],
      [['2027-07-10', '2027-07-10']],
    ],
    [
      'further dates, one of them with its own end',
      [
        'DTSTART:20270710T160000',
        'DTEND:20270711T100000',
        'RDATE;VALUE=PERIOD:20270720T160000/20270723T100000,20270801T160000/P2D',
      ],
      [
        ['2027-07-10', '2027-07-10'],
        ['2027-07-20', '2027-07-22'],
        ['2027-08-01', '2027-08-02'],
      ],
    ],
    [
      'a day that a month does not have is skipped and not moved',
      ['DTSTART;VALUE=DATE:20270131', 'RRULE:FREQ=MONTHLY;COUNT=3'],
      [
        ['2027-01-31', '2027-01-31'],
        ['2027-03-31', '2027-03-31'],
        ['2027-05-31', '2027-05-31'],
      ],
    ],
    [
      'a start that its own rule does not have',
      ['DTSTART;VALUE=DATE:20270106', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2'],
      [
        ['2027-01-06', '2027-01-06'],
        ['2027-01-11', '2027-01-11'],
        ['2027-01-18', '2027-01-18'],
      ],
    ],
    [
      'an end of a rule in UTC is on the clock of the event',
      [
        'DTSTART;TZID=America/New_York:20270105T230000',
        'DTEND;TZID=America/New_York:20270106T090000',
        'RRULE:FREQ=DAILY;UNTIL=20270107T040000Z',
      ],
      // Two nights begin before 23:00 of New York on 6 January; both are the next day in Paris and end on it.
      [],
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

  test('a series that was moved from one of its dates on', () => {
    const text = wrap(
      ...event('DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270106', 'RRULE:FREQ=WEEKLY;COUNT=4'),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20270119',
        'DTSTART;VALUE=DATE:20270120',
        'DTEND;VALUE=DATE:20270122',
      ),
    )
    const nights = readCalendar(text, OPTIONS).taken.map(({ start_date, end_date }) => [start_date, end_date])
    expect(nights.toSorted()).toEqual([
      ['2027-01-05', '2027-01-05'],
      ['2027-01-12', '2027-01-12'],
      ['2027-01-20', '2027-01-21'],
      ['2027-01-27', '2027-01-28'],
    ])
  })

  test('what closes nothing is counted', () => {
    const { taken, left_out } = readCalendar(
      wrap(
        ...event('DTSTART;VALUE=DATE:20270105', 'TRANSP:TRANSPARENT'),
        ...event('DTSTART;VALUE=DATE:20270106', 'STATUS:CANCELLED'),
        ...event('DTSTART;VALUE=DATE:20250105'),
      ),
      OPTIONS,
    )
    expect([taken, left_out]).toEqual([[], { free: 1, cancelled: 1, past: 1, blocks: 0 }])
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
