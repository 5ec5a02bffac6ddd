import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertChangeable, changed, lastDayOf } from '../../../src/bookings/reservations/change-rules.ts'
import { addDays } from '../../../src/platform/lib/days.ts'

const FIRST = '2027-06-01'
const home = { property_id: 'x', adults: 2, children: 0, infants: 0 }

/** A stay, what its guest asks for, and a day on which the company looks at it. */
const scene = fc
  .record({
    arrival: fc.integer({ min: 20, max: 40 }),
    nights: fc.integer({ min: 1, max: 10 }),
    asked: fc.option(fc.integer({ min: 10, max: 50 }), { nil: undefined }),
    asked_nights: fc.integer({ min: 1, max: 10 }),
    day: fc.integer({ min: 10, max: 60 }),
  })
  .map(({ arrival, nights, asked, asked_nights, day }) => {
    const before = { ...home, check_in: addDays(FIRST, arrival), check_out: addDays(FIRST, arrival + nights) }
    const check_in = asked === undefined ? before.check_in : addDays(FIRST, asked)
    const after = changed(before, { check_in, check_out: addDays(check_in, asked_nights), adults: 1 })
    return { before, after, today: addDays(FIRST, day) }
  })

const isPossible = ({
  before,
  after,
  today,
}: {
  before: typeof home & Days
  after: typeof home & Days
  today: string
}) => {
  try {
    assertChangeable({ ...before, status: 'confirmed', source: 'direct', guest_id: 1, today }, after)
    return true
  } catch {
    return false
  }
}
type Days = { check_in: string; check_out: string }

test('a request is open as long as the company can make the change, and not a day longer', () => {
  fc.assert(
    fc.property(scene, (one) => {
      expect(isPossible(one)).toBe(one.today <= lastDayOf(one.before, one.after))
    }),
  )
})
