import { z } from 'zod'
import { OAUTH_PROVIDER } from '../db/enums.ts'

/** Operations of the specification. They ignore fields that they do not know, as their clients may expect. */
const SPECIFIED = `
  POST /auth/register, POST /auth/login, POST /auth/refresh, POST /auth/logout, GET /auth/verify-email, POST /auth/verify-email, POST /auth/resend-verification,
  POST /password_reset/verify_email, POST /password_reset/verify_code_dended, POST /password_reset/reset_old_password,
  POST /broadcasting/auth, GET /quotes/payment/verify, GET /quotes/confirm, POST /reservations/*/invoice, POST /payments/*/refund,
  GET /user-payment-methods, POST /user-payment-methods, DELETE /user-payment-methods/*,
  GET /notifications, POST /notifications/*/read, POST /notifications/read-all, DELETE /notifications/*,
  GET /notifications/settings, PUT /notifications/settings,
  GET /seasons-test, POST /seasons-test, GET /seasons-test/*, PUT /seasons-test/*, PATCH /seasons-test/*, DELETE /seasons-test/*,
  GET /calendars/properties/*/availability, POST /calendars/properties/*/bulk, POST /calendars/properties/*/close,
  DELETE /calendars/properties/*/close/*, DELETE /calendars/properties/*/close,
  GET /reservations/change-status-reservation-by-proprio/*/*, POST /reservations/change-status-reservation-by-proprio/*/*,
  POST /booking_canceled_to_guest_notification/*, POST /payment_status_notification/*, POST /new_message_from_traveler/*,
  POST /new_message_from_traveler_comment_notification/*, POST /owner_message_to_traveler_notification/*/*, POST /stripe/webhook,
  GET /user, GET /hi, GET /properties/public, GET /properties/popular, GET /properties/search, GET /properties/filter,
  POST /properties/*/favorite, GET /properties/get/favorites, GET /properties/favorites/search, GET /property/types, GET /room-types,
  GET /policies/index, GET /policies/show_policy_by_id/*, POST /policies/store, POST /policies/update/*, DELETE /policies/delete/*,
  GET /policies/type/*, GET /user/policies/unaccepted, GET /user/policies/check/*, POST /user/policies/accept/*,
  GET /get-countries, GET /get-cities/*, GET /get-neighborhoods/*,
  POST /webhook/notifications, GET /webhook/notifications-list, GET /webhook/list, GET /webhook/*/show, POST /webhook/*/create,
  POST /webhook/*/create-test, PUT /webhook/*/*/update, DELETE /webhook/*/delete`

/** Addresses that people open from mails, that other programs call in their own words, or that are signed. */
const OPENED = `
  GET /auth/undo-change, POST /auth/undo-change, GET /unsubscribe, POST /unsubscribe, GET /pay/*, POST /pay/*, GET /confirmations/*,
  GET /stay/*, GET /stay/*/calendar.ics, GET /invoices/*, GET /calendars/properties/*/ical/*, GET /messages/attachments/*, POST /broadcasting/user-auth`

/** Providers of sign-in send parameters of their own, such as `iss`. */
const SIGN_INS = OAUTH_PROVIDER.flatMap((name) => [`GET /auth/${name}`, `GET /auth/${name}/callback`])

const named = (operations: string): string[] => operations.split(',').map((operation) => operation.trim())

const OF_SPECIFICATION = new Set(named(SPECIFIED))
const LENIENT = new Set([...OF_SPECIFICATION, ...named(OPENED), ...SIGN_INS])
const PREFIX = '/api/v1/'

/** Whether an operation refuses fields and query parameters that it does not know. `url` is the path of its route, `/api/v1/users/:id`. Pure. */
export const refusesUnknown = (method: string, url: string): boolean =>
  url.startsWith(PREFIX) && !LENIENT.has(operationOf(method, url))

/** True for an operation of the specification, with or without the prefix. Pure. */
export const isSpecified = (method: string, url: string): boolean => OF_SPECIFICATION.has(operationOf(method, url))

const operationOf = (method: string, url: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${url.replace(PREFIX, '/').replaceAll(/:[^/]+/g, '*')}`

type Issue = z.core.$ZodIssue

/**
 * Yields an issue for each field of a value, at any depth, that its schema does not have. A signed address keeps what others add to it.
 * Pure.
 */
export function* unknownFields(schema: unknown, value: unknown, path: PropertyKey[] = []): Generator<Issue> {
  if (Array.isArray(value)) {
    const element = elementOf(schema)
    if (element !== undefined)
      for (const [index, item] of value.entries()) yield* unknownFields(element, item, [...path, index])
    return
  }
  const shapes = shapesOf(schema)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || shapes.length === 0) return
  const isSigned =
    path.length === 0 && 'signature' in value && shapes.some((shape) => Object.hasOwn(shape, 'signature'))
  if (isSigned) return
  for (const [name, field] of Object.entries(value)) {
    const [known, ...others] = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name]] : []))
    if (known === undefined) yield { code: 'custom', message: 'unknownField', path: [...path, name], input: field }
    else if (others.length === 0) yield* unknownFields(known, field, [...path, name])
  }
}

function inner(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return schema.in
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodNullable)
    return schema.unwrap()
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodCatch)
    return schema.unwrap()
  return undefined
}

function elementOf(schema: unknown): unknown {
  if (schema instanceof z.ZodArray) return schema.element
  const next = inner(schema)
  return next === undefined ? undefined : elementOf(next)
}

/** The fields of an object, of each of its variants; none of a schema that takes any field, or no object. */
function shapesOf(schema: unknown): Record<string, unknown>[] {
  if (schema instanceof z.ZodObject) return schema._zod.def.catchall === undefined ? [schema.shape] : []
  if (schema instanceof z.ZodUnion) {
    const variants = schema.options.map(shapesOf)
    return variants.some(({ length }) => length === 0) ? [] : variants.flat()
  }
  const next = inner(schema)
  return next === undefined ? [] : shapesOf(next)
}
