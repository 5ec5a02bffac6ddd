import fc from 'fast-check'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, test } from 'vitest'
import { writeCalendar } from '../../../src/bookings/calendars/ical.ts'
import { readCalendar } from '../../../src/bookings/calendars/reading.ts'
import { addDays } from '../../../src/platform/lib/days.ts'

const OPTIONS = { timezone: 'Europe/Paris', from: '2027-01-01', until: '2029-01-01' }

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
    expect(readCalendar(writeCalendar('x', []), OPTIONS)).toMatchObject({ taken: [], skipped: [], problems: [] })
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
