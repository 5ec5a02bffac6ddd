import type { Scope } from '../http/scopes.ts'

/** Meaning of events, by their types. The part before the dot is the subject, whose data an event carries. */
export const EVENT_TYPES = {
  'reservation.created': 'A reservation or inquiry was created, here or by a channel',
  'reservation.held': 'The nights of a reservation are held until payment',
  'reservation.confirmed': 'A reservation is confirmed',
  'reservation.changed': 'The dates, guests, price, payments or names of a reservation have changed',
  'reservation.moved_away': 'A reservation has moved to another home; an event of the home that it leaves',
  'reservation.cancelled': 'A reservation was cancelled',
  'reservation.declined': 'The owner has declined the inquiry',
  'reservation.expired': 'A hold or inquiry has expired',
  'reservation.checked_in': 'The guest has arrived',
  'reservation.completed': 'A stay is completed',
  'reservation.no_show': 'The guest did not arrive',
  'payment.created': 'A payment is due or scheduled',
  'payment.succeeded': 'A payment has succeeded',
  'payment.failed': 'A payment attempt has failed',
  'payment.refunded': 'A refund has succeeded, or a completed refund has failed later',
  'payment.disputed': 'The guest’s bank disputes a payment, or has decided a dispute',
  'payment.changed': 'The status, amount or refunds of a payment have changed',
  'invoice.issued': 'An invoice or credit note was issued',
  'calendar.changed': 'Availability or prices of nights have changed',
  'conflict.opened': 'An imported calendar has nights of a stay, or more of them than before',
  'conflict.closed': 'An imported calendar and a stay no longer have the same nights',
  'message.created': 'A message was sent',
  'stay_message.created':
    'A message of a stay was sent or received beside those of two accounts: by a channel, by mail, or a note',
  'stay_message.changed': 'A message through a channel was sent, has failed or is unclear',
  'review.created': 'A guest has reviewed a stay',
  'task.created': 'A task was created, or a departure has one',
  'task.changed': 'A task has changed, or was done',
  'task.deleted': 'A task was deleted, or its departure does not take place',
  'property.created': 'A home was created, published or as a draft',
  'property.updated': 'A home has changed',
  'property.archived': 'A home was archived',
} as const

export type EventType = keyof typeof EVENT_TYPES

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Types of event that the operation itself can cause. Those of its jobs are not among them. */
    events?: readonly EventType[]
    /** It changes something and causes neither an event nor an entry of the audit: it concerns one person, secrets, drafts, or requests that are decided later. */
    silent?: boolean
  }
}

// The keys of an object that is written above are its type.
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]]

/** Scope that a key needs for events of a subject, beside `events.read`. */
const SCOPES: Record<SubjectName, Scope> = {
  reservation: 'reservations.read',
  payment: 'payments.read',
  invoice: 'payments.read',
  calendar: 'calendar.read',
  conflict: 'calendar.read',
  message: 'messages.read',
  stay_message: 'messages.read',
  review: 'reviews.read',
  task: 'tasks.read',
  property: 'properties.read',
}

export const scopeOfSubject = (subject: SubjectName): Scope => SCOPES[subject]

const SCOPE_OF = new Map(Object.entries(SCOPES))

type SubjectOf<Type extends string> = Type extends `${infer Subject}.${string}` ? Subject : never

/** Subjects of events. */
export type SubjectName = SubjectOf<EventType>

/** `reservation` of `reservation.created`. Pure. */
export const subjectOf = (type: string): string => type.split('.')[0] ?? type

/** The scopes that a key needs to receive some types. Pure. */
export const scopesOfTypes = (types: readonly EventType[]): Scope[] => [
  ...new Set(types.flatMap((type) => SCOPE_OF.get(subjectOf(type)) ?? [])),
]
