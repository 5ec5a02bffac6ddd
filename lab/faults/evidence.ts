import { z } from 'zod'

/** Evidence of a run outside its clients: in the database, at the provider, and in mailboxes. */

const cents = z.number()
const id = z.number()

export const evidence = z.object({
  reservations: z.array(
    z.object({
      id,
      home: z.string(),
      guest: id.nullable(),
      check_in: z.string(),
      check_out: z.string(),
      /** Its price. */
      cents,
      status: z.string(),
      cancelled_by: z.string().nullable(),
      /** The tag of the booking that made it. */
      tag: z.string().nullable(),
      /** Seconds since its hold should have ended; null: it holds nothing for a time. */
      overdue: z.number().nullable(),
    }),
  ),
  /** Transitions of reservations in the order of their commits for each home, whose calendar is locked meanwhile. */
  transitions: z.array(
    z.object({ id, reservation: id, from: z.string().nullable(), to: z.string(), actor: z.string(), at: z.number() }),
  ),
  nights: z.array(
    z.object({ reservation: id, home: z.string(), from: z.string(), to: z.string(), overbooked: z.boolean() }),
  ),
  payments: z.array(z.object({ id, key: z.string(), reservation: id, cents, status: z.string() })),
  /** `tag`: that of a transfer, which the provider does not know. */
  receipts: z.array(
    z.object({
      intent: z.string(),
      payment: id,
      cents,
      refunded: cents,
      method: z.string(),
      tag: z.string().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id,
      key: z.string(),
      payment: id,
      intent: z.string(),
      cents,
      status: z.string(),
      tag: z.string().nullable(),
    }),
  ),
  /** Money on the list of what nobody has claimed; `found`: milliseconds of the clock of the database. */
  unclaimed: z.array(z.object({ intent: z.string(), cents, found: z.number() })),
  documents: z.array(z.object({ number: z.string(), payment: id, refund: id.nullable(), cents })),
  messages: z.array(z.object({ id, sender: id, receiver: id, tag: z.string() })),
  notices: z.array(z.object({ user: id, type: z.string(), fact: z.string(), reservation: id.nullable() })),
  channel: z.array(
    z.object({
      booking: z.string(),
      revision: z.string(),
      is_cancelled: z.boolean(),
      stays: z.array(z.object({ status: z.string(), check_in: z.string(), check_out: z.string() })),
    }),
  ),
  inbox: z.array(z.object({ event: z.string(), status: z.string() })),
  /** Work and locks that nobody finishes, as one line each. */
  unfinished: z.array(z.string()),
  provider: z.object({
    intents: z.array(
      z.object({ id: z.string(), cents, payment: z.string(), reservation: id.nullable(), status: z.string() }),
    ),
    refunds: z.array(z.object({ id: z.string(), intent: z.string(), cents, key: z.string(), status: z.string() })),
  }),
  mails: z.array(
    z.object({ at: z.number(), to: z.string(), subject: z.string(), message_id: z.string(), digest: z.string() }),
  ),
})

export type Evidence = z.infer<typeof evidence>

/** Evidence of a run that has done nothing. */
export const NOTHING: Evidence = {
  reservations: [],
  transitions: [],
  nights: [],
  payments: [],
  receipts: [],
  refunds: [],
  unclaimed: [],
  documents: [],
  messages: [],
  notices: [],
  channel: [],
  inbox: [],
  unfinished: [],
  provider: { intents: [], refunds: [] },
  mails: [],
}
