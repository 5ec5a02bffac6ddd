import { mailChangedStay } from './contact.jobs.ts'

export const jobs = [mailChangedStay]
export { bookings as plugin } from './bookings.ts'
export { expiries } from './retention.ts'
