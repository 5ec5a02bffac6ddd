import { mailChangedStay } from './contact.jobs.ts'

export const jobs = [mailChangedStay]
export { bookings as ports } from './bookings.ts'
export { expiries } from './retention.ts'
