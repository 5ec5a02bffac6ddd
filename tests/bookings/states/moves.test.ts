import { expect } from 'vitest'
import { type MoveTarget, sourcesOf } from '../../../src/bookings/states/states.ts'
import { move } from '../../../src/bookings/states/transitions.ts'
import { RESERVATION_STATUS, type ReservationStatus } from '../../../src/platform/db/enums.ts'
import { test } from '../../support/rules.ts'
import { heldStay, statusOf } from '../../support/rules-of-money.ts'

/** Each move from each state, as the statement that makes it decides: the table of the rules is the same in SQL. */

const TARGETS: MoveTarget[] = [
  'pending',
  'confirmed',
  'declined',
  'expired',
  'cancelled',
  'checked_in',
  'no_show',
  'completed',
]

test.for(TARGETS)('only the states of the table move to %s', async (to, { rules }) => {
  const allowed: ReservationStatus[] = []
  for (const from of RESERVATION_STATUS) {
    const moved = await rules.tx.savepoint(async (tx) => {
      const { reservation_id } = await heldStay(rules)
      const isOpen = from === 'pending' || from === 'inquiry'
      await tx`
        update reservations set status = ${from}, hold_expires_at = ${isOpen ? tx`now() + interval '1 hour'` : null}
        where id = ${reservation_id}`
      const result = await move(rules.context, tx, { reservation_id, to, actor: 'system', hold_minutes: 60 })
      expect(await statusOf(rules, reservation_id)).toBe(result ? to : from)
      return result
    })
    if (moved) allowed.push(from)
  }
  expect(allowed.toSorted()).toEqual(sourcesOf(to).toSorted())
})
