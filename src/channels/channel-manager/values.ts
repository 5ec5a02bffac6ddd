import { addDays } from '../../platform/lib/days.ts'
import type { AvailabilityValue, DayRules, RestrictionsValue } from './client.ts'

/** A day of a room as src/channels/channel-manager/push.ts reads it. */
export interface RoomDay {
  day: string
  is_available: boolean
  price_cents: number
  min_stay: number
  max_stay: number
  closed_to_arrival: boolean
  closed_to_departure: boolean
  stop_sell: boolean
}

/** Facts of one day for the channel manager; the same for equal days. Pure. */
export const availabilityOf = ({ is_available }: RoomDay): number => (is_available ? 1 : 0)

/** The same for prices and rules; `rate` has two decimals. Pure. */
export const rulesOf = (day: RoomDay): DayRules => ({
  rate: (day.price_cents / 100).toFixed(2),
  min_stay_arrival: day.min_stay,
  max_stay: day.max_stay,
  closed_to_arrival: day.closed_to_arrival,
  closed_to_departure: day.closed_to_departure,
  stop_sell: day.stop_sell,
})

interface Range<T> {
  date_from: string
  date_to: string
  value: T
}

/** Joins consecutive days with equal values to ranges, both days inclusive. Days come in order. Pure. */
function compact<T>(days: RoomDay[], read: (day: RoomDay) => T): Range<T>[] {
  const ranges: Range<T>[] = []
  for (const day of days) {
    const value = read(day)
    const last = ranges.at(-1)
    const continues = last && addDays(last.date_to, 1) === day.day
    if (continues && JSON.stringify(last.value) === JSON.stringify(value)) last.date_to = day.day
    else ranges.push({ date_from: day.day, date_to: day.day, value })
  }
  return ranges
}

export const availabilityValues = (property_id: string, room_type_id: string, days: RoomDay[]): AvailabilityValue[] =>
  compact(days, availabilityOf).map(({ value, ...range }) => ({
    property_id,
    room_type_id,
    ...range,
    availability: value,
  }))

export const restrictionsValues = (property_id: string, rate_plan_id: string, days: RoomDay[]): RestrictionsValue[] =>
  compact(days, rulesOf).map(({ value, ...range }) => ({ property_id, rate_plan_id, ...range, ...value }))
