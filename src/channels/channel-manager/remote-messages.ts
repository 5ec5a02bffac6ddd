import { z } from 'zod'

/** A message of a booking, as the channel manager has it. */
export interface RemoteMessage {
  id: string
  from_guest: boolean
  content: string
  attachments: string[]
  /** ISO, UTC. */
  sent_at: string
}

/** The conversation of a booking there. */
export interface RemoteThread {
  booking_id: string
  /** ISO, UTC. */
  last_message_at: string
}

/** Times there are UTC, without saying so. */
export const time = z.string().transform((value, context) => {
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`)
  if (!Number.isNaN(at.getTime())) return at.toISOString()
  context.addIssue({ code: 'custom', message: 'not a time' })
  return z.NEVER
})

const MAX_ATTACHMENTS = 20
const attachments = z
  .array(z.unknown())
  .nullish()
  .transform((links) => (links ?? []).filter((link) => typeof link === 'string'))

const isLink = (link: string): boolean => z.url({ protocol: /^https?$/ }).safeParse(link).success

/** Links as browsers follow them. Those of pictures that the channel manager keeps say only their path there. Pure. */
export const absoluteLinks = (links: string[], base: string): string[] =>
  links
    .map((link) => (link.startsWith('/') && URL.canParse(link, base) ? new URL(link, base).href : link))
    .filter(isLink)
    .slice(0, MAX_ATTACHMENTS)

const meta = z.looseObject({ total: z.int().optional(), limit: z.int().min(1).optional() }).nullish()

const messageSchema = z
  .object({
    id: z.string().min(1).max(100),
    attributes: z.looseObject({
      message: z.string().nullish(),
      sender: z.string(),
      attachments,
      inserted_at: time,
    }),
  })
  .transform(({ id, attributes: { message, sender, inserted_at, ...rest } }) => ({
    id,
    sender,
    from_guest: sender === 'guest',
    content: message ?? '',
    attachments: rest.attachments,
    sent_at: inserted_at,
  }))

/** A page of messages. What neither guest nor company has written, such as advice of the channel, is left out. */
export const messagesSchema = z.object({ data: z.array(messageSchema), meta }).transform(({ data, ...rest }) => ({
  ...rest,
  size: data.length,
  data: data.filter(({ sender }) => /^(guest|property)$/.test(sender)),
}))

export const sentSchema = z.object({ data: z.looseObject({ id: z.string().min(1).max(100) }) })

const named = z.looseObject({ data: z.looseObject({ id: z.string() }).nullish() }).nullish()
const threadSchema = z.object({
  attributes: z.looseObject({ last_message_received_at: time.nullish() }),
  relationships: z.looseObject({ booking: named }).nullish(),
})

/** A page of conversations; those without a booking, or without a message, are left out. */
export const threadsSchema = z.object({ data: z.array(threadSchema), meta }).transform(({ data, ...rest }) => ({
  ...rest,
  size: data.length,
  threads: data.flatMap(({ attributes, relationships }) => {
    const booking_id = relationships?.booking?.data?.id
    const last_message_at = attributes.last_message_received_at
    // PostgreSQL has no moment of a year that is written with a sign.
    return booking_id && last_message_at && /^\d/.test(last_message_at) ? [{ booking_id, last_message_at }] : []
  }),
}))
