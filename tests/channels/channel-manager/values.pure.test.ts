import { expect, test } from 'vitest'
import { availabilityValues, type RoomDay, restrictionsValues } from '../../../src/channels/channel-manager/values.ts'

const day = (day: string, fields: Partial<RoomDay> = {}): RoomDay => ({
  day,
  is_available: true,
  price_cents: 10_050,
  min_stay: 2,
  max_stay: 9,
  closed_to_arrival: true,
  closed_to_departure: false,
  stop_sell: false,
  ...fields,
})

test('equal days in a row are one range, with both ends', () => {
  const days = [
    day('2027-02-27'),
    day('2027-02-28'),
    day('2027-03-01', { is_available: false }),
    day('2027-03-02', { is_available: false }),
    // A day is missing between these.
    day('2027-03-04', { is_available: false }),
    day('2027-03-05'),
  ]
  const room = { property_id: 'p', room_type_id: 'r' }
  expect(availabilityValues('p', 'r', days)).toEqual([
    { ...room, date_from: '2027-02-27', date_to: '2027-02-28', availability: 1 },
    { ...room, date_from: '2027-03-01', date_to: '2027-03-02', availability: 0 },
    { ...room, date_from: '2027-03-04', date_to: '2027-03-04', availability: 0 },
    { ...room, date_from: '2027-03-05', date_to: '2027-03-05', availability: 1 },
  ])
  expect(availabilityValues('p', 'r', [])).toEqual([])
})

const OTHERS: Partial<RoomDay>[] = [
  { price_cents: 10_051 },
  { min_stay: 3 },
  { max_stay: 10 },
  { closed_to_arrival: false },
  { closed_to_departure: true },
  { stop_sell: true },
]

test('rules are told with a price of two decimals', () => {
  expect(restrictionsValues('p', 'r', [day('2027-02-27'), day('2027-02-28')])).toEqual([
    {
      property_id: 'p',
      rate_plan_id: 'r',
      date_from: '2027-02-27',
      date_to: '2027-02-28',
      rate: '100.50',
      min_stay_arrival: 2,
      max_stay: 9,
      closed_to_arrival: true,
      closed_to_departure: false,
      stop_sell: false,
    },
  ])
})

test.for(OTHERS)('a day with another rule begins a range: %j', (other) => {
  expect(restrictionsValues('p', 'r', [day('2027-02-27'), day('2027-02-28', other)])).toHaveLength(2)
})
