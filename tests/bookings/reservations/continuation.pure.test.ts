import fc from 'fast-check'
import { expect, test } from 'vitest'
import { continuationOf } from '../../../src/bookings/reservations/change-rules.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import { addDays, daysBetween } from '../../../src/platform/lib/days.ts'

const FIRST = '2027-06-01'
const home = { property_id: 'x', adults: 2, children: 0, infants: 0 }
const day = fc.integer({ min: 0, max: 30 }).map((days) => addDays(FIRST, days))

const scene = fc.record({
  check_in: day,
  nights: fc.integer({ min: 1, max: 10 }),
  check_out: day,
  today: day,
  from: fc.option(day, { nil: undefined }),
  is_continued: fc.boolean(),
})

test('a stay and its continuation meet on the day of the move, and both have a night', () => {
  fc.assert(
    fc.property(scene, ({ check_in, nights, check_out, today, from, is_continued }) => {
      const before = { ...home, check_in, check_out: addDays(check_in, nights) }
      const stay = { ...before, status: 'checked_in', source: 'direct', guest_id: 1, today, is_continued } as const
      const wanted = { ...home, property_id: 'y', adults: 1, check_in, check_out }
      const move = from ?? today
      const isPossible =
        !is_continued && check_in < move && move < before.check_out && move >= today && move < check_out
      if (!isPossible) {
        expect(() => continuationOf(stay, wanted, from)).toThrow(AppError)
        return
      }
      const next = continuationOf(stay, wanted, from)
      expect(next).toEqual({ ...wanted, check_in: move })
      expect(daysBetween(check_in, move) + daysBetween(move, check_out)).toBe(daysBetween(check_in, check_out))
    }),
  )
})
