export { bookings as plugin } from './bookings.ts'
