import { inDays, type TestApp, type TestUser } from './app.ts'

/** Operations on the days of a home; days are numbers from today. */

export const url = (home: string, rest: string) => `/calendars/properties/${home}/${rest}`
export const days = (from: number, to: number) => ({ start_date: inDays(from), end_date: inDays(to) })
export const close = (t: TestApp, owner: TestUser, home: string, from: number, to: number, reason?: string) =>
  t.call('POST', url(home, 'close'), { ...days(from, to), reason }, owner)
export const bulk = (t: TestApp, owner: TestUser, home: string, body: object) =>
  t.call('POST', url(home, 'bulk'), body, owner)
export const bookDays = (t: TestApp, guest: TestUser, property_id: string, from: number, to: number) =>
  t.call('POST', '/reservations', { property_id, check_in: inDays(from), check_out: inDays(to) }, guest)

export type Day = {
  date: string
  status: string
  is_available: boolean
  price: number
  discounted_price: number
  reason?: string
  reservation_id?: number
}

/** The days of a home's calendar, both inclusive. */
export const calendar = async (t: TestApp, home: string, from: number, to: number, user?: TestUser): Promise<Day[]> =>
  (await t.call('GET', `${url(home, 'availability')}?from=${inDays(from)}&to=${inDays(to)}`, undefined, user)).body.data
export const statuses = async (t: TestApp, home: string, from: number, to: number) =>
  (await calendar(t, home, from, to)).map(({ status }) => status)

/** All closures, as rows. */
export const closures = (t: TestApp) =>
  t.db<
    { start_date: string; end_date: string; reason: string | null }[]
  >`select start_date, end_date, reason from closures order by start_date, id`
