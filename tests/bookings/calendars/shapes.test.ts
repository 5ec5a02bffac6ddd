import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readCalendar } from '../../../src/bookings/calendars/reading.ts'
import { addDays, daysOf } from '../../../src/platform/lib/days.ts'

/** Calendars as platforms and programs write them (docs/design/channels.md, "Shapes of calendars"), with the nights that each takes. */
const shapes = z
  .array(
    z.object({
      name: z.string(),
      about: z.string(),
      timezone: z.string(),
      ics: z.string(),
      nights: z.array(z.string()),
      within: z.tuple([z.string(), z.string()]).optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'shapes.json'), 'utf8')))

test.for(shapes)('$name: $about', ({ ics, timezone, nights, within = ['2026-11-27', '2030-11-26'] }) => {
  const { taken, skipped } = readCalendar(ics, { timezone, from: '2026-11-27', until: '2030-11-27' })
  const closed = new Set(taken.flatMap(({ start_date, end_date }) => daysOf(start_date, addDays(end_date, 1))))
  expect([...closed].filter((day) => day >= within[0] && day <= within[1]).toSorted()).toEqual(nights)
  expect(skipped).toEqual([])
})

test('each shape stands in the table with its source', () => {
  const text = readFileSync('docs/design/channels.md', 'utf8')
  expect(shapes.filter(({ name }) => !text.includes(`| \`${name}\` |`))).toEqual([])
})
