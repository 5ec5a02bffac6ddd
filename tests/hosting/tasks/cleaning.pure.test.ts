import { expect, test } from 'vitest'
import { type Cleaning, type CleaningStep, cleaningAfter } from '../../../src/hosting/tasks/cleaning.ts'
import { RESERVATION_STATUS } from '../../../src/platform/db/enums.ts'

const [LAST_WEEK, CHOSEN, OLD, NEW] = ['2026-05-01', '2026-05-09', '2026-05-08', '2026-05-10']

const stay = { status: 'confirmed' as const, property_id: 'home', check_out: OLD, is_recent: true }
const cleaning: Cleaning = { property_id: 'home', day: OLD, departs_on: OLD, is_done: false }

test.each(RESERVATION_STATUS)('a stay that is %s has a cleaning if it takes place', (status) => {
  const takesPlace = ['confirmed', 'checked_in', 'completed'].includes(status)
  const of = (known?: Partial<Cleaning>, isOpened = false) =>
    cleaningAfter({ ...stay, status }, known && { ...cleaning, ...known }, isOpened).step
  expect(of()).toBe(takesPlace ? 'make' : 'nothing')
  expect(of({})).toBe(takesPlace ? 'nothing' : 'remove')
  expect([of({ is_done: true }), of({}, true)]).toEqual(['nothing', 'nothing'])
  expect(of({ departs_on: LAST_WEEK }, true)).toBe(takesPlace ? 'move' : 'nothing')
})

test('a departure that is long past gets no cleaning, and one that it has follows it', () => {
  const past = { ...stay, check_out: LAST_WEEK, is_recent: false }
  expect(cleaningAfter(past, undefined)).toEqual({ step: 'nothing' })
  expect(cleaningAfter(past, cleaning)).toEqual({ step: 'move', day: LAST_WEEK })
})

test.each<[what: string, known: Partial<Cleaning>, now: Partial<typeof stay>, expected: CleaningStep]>([
  ['is as it was', {}, {}, { step: 'nothing' }],
  ['has a chosen day, and its stay is as it was', { day: CHOSEN }, {}, { step: 'nothing' }],
  ['is done', { is_done: true }, { check_out: NEW }, { step: 'nothing' }],
  ['leaves with its stay', {}, { check_out: NEW }, { step: 'move', day: NEW }],
  ['has a chosen day before the departure', { day: CHOSEN }, { check_out: NEW }, { step: 'move', day: NEW }],
  ['has a chosen day after it', { day: NEW }, { check_out: CHOSEN }, { step: 'move', day: NEW }],
  ['has the very day of the departure', { day: CHOSEN }, { check_out: CHOSEN }, { step: 'move', day: CHOSEN }],
  ['moves to another home', {}, { property_id: 'other' }, { step: 'move', day: OLD }],
  ['has a chosen day at another home', { day: NEW }, { property_id: 'other' }, { step: 'move', day: OLD }],
])('a cleaning that %s', (_, known, now, expected) => {
  expect(cleaningAfter({ ...stay, ...now }, { ...cleaning, ...known })).toEqual(expected)
})
