import { z } from 'zod'
import { KINDS } from '../../src/accounts/notifications/kinds.ts'
import { type NotificationText, notificationText } from '../../src/accounts/notifications/texts.ts'
import { disputeNotice, paymentNotice } from '../../src/bookings/refunds/notices.ts'
import { stayNotice } from '../../src/bookings/states/notices.ts'

interface Made {
  /** The kind of its type, by which the documents name its shape. */
  kind: string
  content: NotificationText
  data: Record<string, unknown>
}

const jsonSchema = z.looseObject({
  anyOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

/** Fields that not every text or number fits. */
const VALUES: Record<string, unknown> = {
  check_in: '2027-07-01',
  check_out: '2027-07-04',
  currency: 'EUR',
  property_id: '7d9f1c0e-0b1f-4a57-9a3e-0d5b0c6f1a11',
  url: 'https://a.example',
}

/** A value that a JSON schema allows. Pure. */
function exampleValue(shape: unknown): unknown {
  const { anyOf, enum: values, type: types, items } = jsonSchema.parse(shape)
  if (anyOf) return exampleValue(anyOf[0])
  if (values) return values[0]
  const [type] = [types].flat()
  if (type === 'object') return exampleFields(shape)
  if (type === 'array') return [exampleValue(items)]
  if (type === 'boolean') return true
  return type === 'string' ? 'Casa' : 7
}

/** The fields that an object must have. Pure. */
function exampleFields(shape: unknown): Record<string, unknown> {
  const { properties, required } = jsonSchema.parse(shape)
  return Object.fromEntries(required.map((name) => [name, VALUES[name] ?? exampleValue(properties[name])]))
}

const exampleOf = (type: z.core.$ZodType) =>
  exampleFields(z.toJSONSchema(type, { io: 'input', metadata: z.registry() }))

const parties = {
  ...{ id: 7, property_id: 'x', guest_id: 1, owner_id: 2 },
  ...{ home: 'Casa', check_in: '2027-07-01', check_out: '2027-07-04' },
}
const paid = { payment_id: 9, amount_cents: 12_345, currency: 'EUR' }

/** Some notifications as the service makes them. */
const FROM_SERVICE = new Map<string, Omit<Made, 'kind'>>(
  [
    stayNotice('reservation_confirmed', parties, 'x'),
    paymentNotice('payment_received', parties, paid),
    disputeNotice(parties, paid.payment_id, { id: 'dp_1', amountCents: 12_300, currency: 'EUR', status: 'x' }, 'open'),
  ].map(({ content, data }) => [content.type, { content, data }]),
)

/** A notification of each type. Those that the service does not make here are made of what their kind declares. */
export const MADE = new Map(
  KINDS.flatMap(({ name, type: types, text, data }) =>
    types.options.map((type): [string, Made] => {
      const content = notificationText.parse({ ...exampleOf(text), type })
      const ids = Object.entries(exampleOf(data)).filter(([field]) => !(field in content) && field !== 'amount')
      return [type, { kind: name, ...(FROM_SERVICE.get(type) ?? { content, data: Object.fromEntries(ids) }) }]
    }),
  ),
)

/** @throws Error for a type that no kind declares */
export function made(type: string): Made {
  const found = MADE.get(type)
  if (!found) throw new Error(`no kind declares ${type}`)
  return found
}
