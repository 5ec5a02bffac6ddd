import { calendarTypes, conflictTypes } from './bookings/calendars/event-types.ts'
import { reservationTypes } from './bookings/reservations/event-types.ts'
import { messageTypes } from './conversations/messages/event-types.ts'
import { reviewTypes } from './conversations/reviews/event-types.ts'
import { stayMessageTypes } from './conversations/stay-messages/event-types.ts'
import { propertyTypes } from './homes/properties/event-types.ts'
import { taskTypes } from './hosting/tasks/event-types.ts'
import { invoiceTypes } from './money/invoices/event-types.ts'
import { paymentTypes } from './money/payments/event-types.ts'
import { contributeTypes } from './platform/events/types.ts'

/** The types of event of all modules, before anything names them. The documents have them in this order. */
const all = {
  reservation: reservationTypes,
  payment: paymentTypes,
  invoice: invoiceTypes,
  calendar: calendarTypes,
  conflict: conflictTypes,
  message: messageTypes,
  stay_message: stayMessageTypes,
  review: reviewTypes,
  task: taskTypes,
  property: propertyTypes,
}
contributeTypes(all)

type All = typeof all

declare module './platform/events/types.ts' {
  interface Subjects extends All {}
}
