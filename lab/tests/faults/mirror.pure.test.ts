import { expect, test } from 'vitest'
import { differences, undelivered } from '../../faults/mirror/compare.ts'

test('a mirror that lacks a row, has one of its own or another state of one differs', () => {
  const service = new Map<string, unknown>([
    ['stay 1', { id: 1, status: 'confirmed', guest: { id: 3, first_name: 'Ada' } }],
    ['night a 2027-01-01', { price: 100, is_available: true }],
  ])
  const same = new Map<string, unknown>([
    ['night a 2027-01-01', { is_available: true, price: 100 }],
    ['stay 1', { guest: { first_name: 'Ada', id: 3 }, status: 'confirmed', id: 1 }],
  ])
  expect(differences(service, same)).toEqual([])
  expect(differences(service, new Map([...same].slice(0, 1)))).toEqual(['stay 1 is missing in the mirror'])
  expect(differences(service, new Map([...same, ['stay 2', {}]]))).toEqual(['stay 2 is in the mirror alone'])
  const older = new Map([...same, ['night a 2027-01-01', { price: 100, is_available: false }]])
  expect(differences(service, older)).toEqual([expect.stringMatching(/^night a 2027-01-01 is .*false.*true/)])
  expect(differences(service, new Map([...same, ['stay 1', null]]))).toHaveLength(1)
  const events = [{ id: 7 }, { id: 8 }]
  expect(undelivered(events, new Map([['evt_8', 1]]))).toEqual(['event 7 was never delivered'])
})
