import type { Scope } from '../http/scopes.ts'

/** What events tell, by their types. The part before the dot is the subject, whose data an event carries. */
export const EVENT_TYPES = {
  'reservation.created': 'A stay was asked for, reserved, or sold by a channel',
  'reservation.held': 'Its nights are held until it is paid',
  'reservation.confirmed': 'It takes place',
  'reservation.changed': 'Its days, guests or price are others now, or what is paid of it, or a name',
  'reservation.cancelled': 'It was given up',
  'reservation.declined': 'The owner has declined the inquiry',
  'reservation.expired': 'It was not paid or answered in time',
  'reservation.checked_in': 'The guest has arrived',
  'reservation.completed': 'It is over',
  'reservation.no_show': 'The guest has not come',
  'payment.created': 'Something is to be paid',
  'payment.succeeded': 'Money has arrived',
  'payment.failed': 'An attempt to pay has failed',
  'payment.refunded': 'Money was given back, or a refund that was made has failed',
  'payment.disputed': 'The bank of a guest disputes it, or has decided',
  'payment.changed': 'Its state or amount is another one now, or what is given back of it',
  'invoice.issued': 'An invoice or a credit note has its number',
  'calendar.changed': 'Nights of a home are free, taken, or cost something else',
  'message.created': 'Somebody has written',
  'review.created': 'A guest has reviewed a stay',
  'property.created': 'A home was put on the market, or drafted',
  'property.updated': 'A home has changed',
  'property.archived': 'A home was taken off the market',
} as const

export type EventType = keyof typeof EVENT_TYPES

// The keys of an object that is written above are its type.
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]]

/** What a key has to be made for to be told of a subject, beside `events.read`. */
const SCOPES: Record<SubjectName, Scope> = {
  reservation: 'reservations.read',
  payment: 'payments.read',
  invoice: 'payments.read',
  calendar: 'calendar.read',
  message: 'messages.read',
  review: 'reviews.read',
  property: 'properties.read',
}

export const scopeOfSubject = (subject: SubjectName): Scope => SCOPES[subject]

const SCOPE_OF = new Map(Object.entries(SCOPES))

type SubjectOf<Type extends string> = Type extends `${infer Subject}.${string}` ? Subject : never

/** What events are about. */
export type SubjectName = SubjectOf<EventType>

/** `reservation` of `reservation.created`. Pure. */
export const subjectOf = (type: string): string => type.slice(0, type.indexOf('.'))

/** The scopes that a key needs to be told of some types. Pure. */
export const scopesOfTypes = (types: readonly EventType[]): Scope[] => [
  ...new Set(types.flatMap((type) => SCOPE_OF.get(subjectOf(type)) ?? [])),
]
