import { expect, test } from 'vitest'
import { reminderDue } from '../../../src/bookings/settlement/balance.ts'

test('a guest is reminded after three and seven days, and owner and support are told after ten, or on arrival', () => {
  const due = (is_arrival: boolean) => [0, 2, 3, 6, 7, 9, 10, 11].map((days) => reminderDue({ days, is_arrival }))
  expect(due(false)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
  expect(due(true)).toEqual([3, 3, 3, 3, 3, 3, 3, 3])
})
