import type { Day } from '../calendar.ts'
import { api, dataOf } from '../client.ts'
import { plusDays, plusMonths } from '../format.ts'

/**
 * The days of a home as far as they have been looked at: two months a call.
 * @param client who reads: oneself, or the company that one acts for
 */
export function availability(property_id: string, client = api) {
  const days = new Map<string, Day>()
  return {
    days: days as ReadonlyMap<string, Day>,
    /** Reads two months, as they are now. */
    async show(month: string): Promise<void> {
      const query = { from: month, to: plusDays(plusMonths(month, 2), -1) }
      const params = { path: { property_id }, query }
      const read = await client.GET('/api/v1/calendars/properties/{property_id}/availability', { params })
      for (const day of dataOf(read)) days.set(day.date, day)
    },
    /** Days on which as many nights are free as from one day to another, the nearest before and after those, as far as is known. */
    nearest(check_in: string, check_out: string): { check_in: string; check_out: string }[] {
      const spans = [-1, 1].map((step) => {
        for (let by = step; Math.abs(by) < 60; by += step) {
          const [first, last] = [plusDays(check_in, by), plusDays(check_out, by)]
          if (this.areFree(first, plusDays(last, -1))) return [{ check_in: first, check_out: last }]
        }
        return []
      })
      return spans.flat()
    },
    /** True if all nights of a span, both ends included, are known to be free. */
    areFree(from: string, to: string): boolean {
      for (let day = from; day <= to; day = plusDays(day, 1)) if (!days.get(day)?.is_available) return false
      return true
    },
  }
}
