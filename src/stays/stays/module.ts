export { bookings as plugin } from './bookings.ts'
export { expiries } from './retention.ts'
