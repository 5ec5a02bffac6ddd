import { expect, test } from 'vitest'
import { actionsOf, type Standing } from '../../../src/bookings/reservations/actions.ts'

const NOBODY = { isGuest: false, isOwner: false, isStaff: false }
const stay: Standing = {
  status: 'confirmed',
  check_in: '2027-05-03',
  check_out: '2027-05-06',
  today: '2027-05-01',
  source: 'direct',
  guest_id: 7,
  selling: 'ours',
  isOverdue: false,
  was_inquiry: false,
  ...NOBODY,
  isPayable: false,
  isRefundable: false,
  isReviewable: false,
  isBillable: false,
  holdsNights: false,
}
const asGuest = (changes: Partial<Standing> = {}) => actionsOf({ ...stay, isGuest: true, ...changes })
const asOwner = (changes: Partial<Standing> = {}) => actionsOf({ ...stay, isOwner: true, ...changes })
const asStaff = (changes: Partial<Standing> = {}) => actionsOf({ ...stay, isStaff: true, ...changes })

test('a guest pays, cancels until the check-out day, and reviews', () => {
  expect(asGuest({ status: 'pending', isPayable: true })).toEqual(['cancel', 'pay'])
  expect(asGuest({ status: 'inquiry' })).toEqual([])
  expect(asGuest()).toEqual(['cancel', 'request_change'])
  expect(asGuest({ today: '2027-05-06' })).toEqual([])
  expect(asGuest({ status: 'completed', isReviewable: true })).toEqual(['review'])
  expect(asGuest({ isBillable: true })).toEqual(['cancel', 'request_change', 'invoice'])
})

test('an owner answers, and moves a stay on its days', () => {
  expect(asOwner({ status: 'inquiry' })).toEqual(['confirm', 'decline'])
  expect(asOwner({ status: 'pending' })).toEqual(['confirm', 'decline', 'cancel'])
  // An accepted inquiry waits for its payment.
  expect(asOwner({ status: 'pending', was_inquiry: true })).toEqual(['decline', 'cancel'])
  expect(asOwner({ status: 'pending', guest_id: null })).toEqual(['confirm', 'decline', 'cancel', 'change'])
  expect(asOwner({ status: 'inquiry', isOverdue: true })).toEqual(['decline'])
  expect(asOwner()).toEqual(['cancel', 'change'])
  expect(asOwner({ today: '2027-05-03' })).toEqual(['cancel', 'change', 'check_in'])
  expect(asOwner({ today: '2027-05-04' })).toEqual(['cancel', 'change', 'check_in', 'no_show'])
  expect(asOwner({ status: 'checked_in', today: '2027-05-05' })).toEqual(['change'])
  expect(asOwner({ status: 'checked_in', today: '2027-05-06' })).toEqual(['complete'])
  // A stay that another platform sold is cancelled there, and moved to another home here until its guest arrives.
  expect(asOwner({ source: 'channel', selling: 'connected' })).toEqual(['change'])
  expect(asOwner({ source: 'channel', selling: 'connected', status: 'checked_in' })).toEqual([])
  expect(asOwner({ source: 'channel', selling: 'unconnected' })).toEqual(['cancel', 'change'])
  expect(asGuest({ source: 'channel', selling: 'unconnected' })).toEqual([])
})

test('the staff acts as the owner does, and both refund', () => {
  expect(asStaff({ isRefundable: true })).toEqual(['cancel', 'change', 'refund'])
  expect(asOwner({ isRefundable: true })).toEqual(['cancel', 'change', 'refund'])
  expect(actionsOf({ ...stay, isRefundable: true, isReviewable: true, isPayable: true })).toEqual([])
})

test('the nights of a no-show are freed by its company, while it has some', () => {
  expect(asOwner({ status: 'no_show', holdsNights: true })).toContain('release')
  expect(asOwner({ status: 'no_show' })).not.toContain('release')
  expect(asOwner({ status: 'confirmed', holdsNights: true })).not.toContain('release')
  expect(asGuest({ status: 'no_show', holdsNights: true })).not.toContain('release')
})
