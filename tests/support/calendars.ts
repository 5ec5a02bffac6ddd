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
