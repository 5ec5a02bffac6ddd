import { expect, test } from 'vitest'
import {
  GOES_ON,
  holdsNights,
  isOpen,
  isOver,
  type MoveTarget,
  ownerTarget,
  sourcesOf,
  TAKES_PLACE,
} from '../../../src/bookings/states/states.ts'
import { RESERVATION_STATUS, type ReservationStatus } from '../../../src/platform/db/enums.ts'

/** docs/design/domain.md, "Reservation states", without what only an erasure or a late payment does. */
const MOVES: Record<MoveTarget, ReservationStatus[]> = {
  pending: ['inquiry'],
  confirmed: ['pending'],
  declined: ['inquiry', 'pending'],
  expired: ['inquiry', 'pending'],
  cancelled: ['pending', 'confirmed'],
  checked_in: ['confirmed'],
  no_show: ['confirmed'],
  completed: ['checked_in'],
}

test.for(Object.entries(MOVES) as [MoveTarget, ReservationStatus[]][])('%s is reached from %j', ([to, from]) => {
  expect(sourcesOf(to)).toEqual(from)
})

test('a caller who changes the list of sources changes no rule', () => {
  sourcesOf('completed').push('cancelled')
  expect(sourcesOf('completed')).toEqual(['checked_in'])
})

test('a stay is over on its check-out day', () => {
  const over = ['2027-05-03', '2027-05-04', '2027-05-05'].map((today) => isOver({ check_out: '2027-05-04', today }))
  expect(over).toEqual([false, true, true])
})

test('nights are taken by what is held, agreed or was kept for a guest who did not come', () => {
  expect(RESERVATION_STATUS.filter(holdsNights).toSorted()).toEqual([
    'checked_in',
    'completed',
    'confirmed',
    'no_show',
    'pending',
  ])
  expect([...TAKES_PLACE].toSorted()).toEqual(['checked_in', 'completed', 'confirmed'])
  expect(GOES_ON).toEqual(['confirmed', 'checked_in'])
})

test.for<[ReturnType<typeof ownerTarget>, string[]]>([
  [
    'confirmed',
    ['confirmed', 'confirm', 'accept', 'accepted', 'accepter', 'accepte', 'accepté', 'confirme', 'confirmé'],
  ],
  ['declined', ['declined', 'decline', 'reject', 'refused', 'rejected', 'refuser', 'refuse', 'refusé']],
  ['cancelled', ['cancelled', 'cancel', 'canceled', 'annuler', 'annule', 'annulé']],
  ['checked_in', ['checked_in', 'check_in', 'arrive', 'arrivé']],
  ['completed', ['completed', 'complete', 'checked_out', 'termine', 'terminé']],
  ['no_show', ['no_show', 'absent']],
  [undefined, ['', 'pending', 'expired', 'inquiry', 'constructor']],
])('an owner asks for %s in these words, in any case and either form of é: %j', ([target, words]) => {
  const written = words.flatMap((word) => [word, word.toUpperCase(), word.normalize('NFD')])
  expect(written.map(ownerTarget)).toEqual(written.map(() => target))
})

test('money can be due for a stay that is held or takes place', () => {
  expect(RESERVATION_STATUS.filter(isOpen).toSorted()).toEqual(['checked_in', 'completed', 'confirmed', 'pending'])
})
