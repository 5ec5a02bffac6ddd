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
export const hintOf = (event: { id: string; type: string }): z.infer<typeof hint> => hint.parse(event)
