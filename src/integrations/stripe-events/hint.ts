import { z } from 'zod'

const reference = z.string().nullish()
const hint = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number().optional().catch(undefined),
  data: z
    .object({ object: z.object({ id: reference, object: reference, payment_intent: reference }) })
    .optional()
    .catch(undefined),
  /** Id of a thin event, whose own id is that of the event with its object. */
  thin: z.string().optional(),
})

const thinEvent = z.object({
  id: z.string(),
  object: z.literal('v2.core.event'),
  type: z.string(),
  created: z.iso.datetime({ offset: true }).optional().catch(undefined),
  snapshot_event: reference.catch(undefined),
  related_object: z.object({ id: z.string(), type: z.string() }).nullish().catch(undefined),
})

/**
 * Stored part of an event: the changed object, without its contents. Names and addresses of people who
 * pay would outlive their accounts in the inbox, and applying an event reads the object at the provider. A thin event becomes that of
 * its object (docs/design/payments.md, "Thin events"). Pure.
 */
export function hintOf(event: { id: string; type: string }): Hint {
  const thin = thinEvent.safeParse(event)
  return thin.success ? hintOfThin(thin.data) : hint.parse({ ...event, thin: undefined })
}

function hintOfThin({ id, type, created, snapshot_event, related_object }: z.infer<typeof thinEvent>): Hint {
  const object = related_object && { id: related_object.id, object: related_object.type }
  return {
    id: snapshot_event ?? id,
    type: type.replace(/^v1\./, ''),
    ...(created !== undefined && { created: Math.floor(Date.parse(created) / 1000) }),
    ...(object && { data: { object } }),
    thin: id,
  }
}

export type Hint = z.infer<typeof hint>

/** Type of event that reports the success of an intent. */
export const OF_INTENT = 'payment_intent.succeeded'

/** Types of event that report it by its checkout. */
const OF_CHECKOUT = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']

/** The intent whose end an event reports, by itself or by its checkout; undefined: it reports something else. Pure. */
export function reportedIntent({ type, data }: Hint): string | undefined {
  if (type === OF_INTENT) return data?.object.id ?? undefined
  return OF_CHECKOUT.includes(type) ? (data?.object.payment_intent ?? undefined) : undefined
}
