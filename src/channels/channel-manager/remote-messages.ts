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

/** Place of a conversation there: a booking, or its own id if it has none. */
export type Conversation = { booking_id: string } | { thread_id: string }

/** A conversation there. */
export interface RemoteThread {
  thread_id: string
  property_id: string | undefined
  /** undefined: there is no booking. */
  booking_id: string | undefined
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

/**
 * Links as browsers follow them. Those of pictures that the channel manager keeps are relative to the address of its API, or say the path of that
 * too. Pure.
 */
export function absoluteLinks(links: string[], base: string): string[] {
  const root = URL.canParse(base) ? new URL(base).pathname : '/'
  const absolute = (link: string) => {
    if (URL.canParse(link) || !URL.canParse(base)) return link
    const path = link.startsWith(root) ? link : `${root}/${link}`
    return URL.canParse(path.replaceAll(/\/+/g, '/'), base) ? new URL(path.replaceAll(/\/+/g, '/'), base).href : link
  }
  return links.map(absolute).filter(isLink).slice(0, MAX_ATTACHMENTS)
}

const meta = z.looseObject({ total: z.int().optional(), limit: z.int().min(1).optional() }).nullish()

const messageSchema = z
  .object({
    id: z.string().min(1).max(100),
    attributes: z.looseObject({
      message: z.string().nullish(),
      sender: z.string(),
      attachments,
      inserted_at: time,
      meta: z.looseObject({ booking_details: z.unknown() }).nullish().catch(undefined),
    }),
  })
  .transform(({ id, attributes: { message, sender, inserted_at, ...rest } }) => ({
    id,
    sender,
    from_guest: sender === 'guest',
    content: message ?? '',
    attachments: rest.attachments,
    sent_at: inserted_at,
    inquiry: rest.meta ?? undefined,
  }))

/**
 * A page of messages. What neither guest nor company has written, such as advice of the channel, is left out. `inquiries`: what the channel says
 * of requests within the conversation.
 */
export const messagesSchema = z.object({ data: z.array(messageSchema), meta }).transform(({ data, ...rest }) => ({
  ...rest,
  size: data.length,
  data: data.filter(({ sender }) => /^(guest|property)$/.test(sender)),
  inquiries: data.flatMap(({ sender, inquiry }) => (sender === 'system' && inquiry ? [inquiry] : [])),
}))

export const sentSchema = z.object({ data: z.looseObject({ id: z.string().min(1).max(100) }) })

const named = z.looseObject({ data: z.looseObject({ id: z.string() }).nullish() }).nullish()
const threadSchema = z
  .object({
    id: z.string().min(1).max(100),
    attributes: z.looseObject({ last_message_received_at: time.nullish() }),
    relationships: z.looseObject({ booking: named, property: named }).partial().nullish(),
  })
  .transform(({ id, attributes, relationships }) => ({
    thread_id: id,
    property_id: relationships?.property?.data?.id,
    booking_id: relationships?.booking?.data?.id,
    last_message_at: attributes.last_message_received_at,
  }))

export const oneThreadSchema = z.object({ data: threadSchema })

/** A page of conversations; those without a message are left out. */
export const threadsSchema = z.object({ data: z.array(threadSchema), meta }).transform(({ data, ...rest }) => ({
  ...rest,
  size: data.length,
  threads: data.flatMap(({ last_message_at, ...thread }) =>
    // PostgreSQL has no moment of a year that is written with a sign.
    last_message_at && /^\d/.test(last_message_at) ? [{ ...thread, last_message_at }] : [],
  ),
}))
