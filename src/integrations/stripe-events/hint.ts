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
})

/**
 * Stored part of an event: the changed object, without its contents. Names and addresses of people who
 * pay would outlive their accounts in the inbox, and applying an event reads the object at the provider. Pure.
 */
export const hintOf = (event: { id: string; type: string }): Hint => hint.parse(event)

type Hint = z.infer<typeof hint>

/** Type of event that reports the success of an intent. */
export const OF_INTENT = 'payment_intent.succeeded'

/** Types of event that report it by its checkout. */
export const OF_CHECKOUT = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']

/** The intent whose end an event reports, by itself or by its checkout; undefined: it reports something else. Pure. */
export function reportedIntent({ type, data }: Hint): string | undefined {
  if (type === OF_INTENT) return data?.object.id ?? undefined
  return OF_CHECKOUT.includes(type) ? (data?.object.payment_intent ?? undefined) : undefined
}
