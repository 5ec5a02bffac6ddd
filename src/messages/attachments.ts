import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isSameText } from '../lib/text.ts'
import { encodeImage } from '../storage/images.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** The longest side of a picture, in pixels. */
const EDGE = 2_048

/** What the form of a message may bring. */
export const ATTACHMENT_RULES = { maxBytes: MAX_BYTES, tooLarge: 'attachmentSize', keepEmpty: true } as const

/**
 * What is stored of an attachment, which is recognised by its bytes: a picture encoded again, a pdf as it is.
 * @throws AppError 400 for anything else, 503 when too many pictures wait.
 */
export async function readAttachment(bytes: Uint8Array): Promise<{ content: Uint8Array; extension: 'webp' | 'pdf' }> {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') return { content: bytes, extension: 'pdf' }
  const { content } = await encodeImage(bytes, EDGE, 'attachment', 'attachmentType')
  return { content, extension: 'webp' }
}

/** Where an attachment is read with a token. */
export const attachmentAddress = (app: FastifyInstance, messageId: number): string =>
  app.addressOf('readAttachment', { message_id: messageId })

/** Where an attachment is read without a token, for some minutes; null: the message has none. */
export function attachmentUrl(
  app: FastifyInstance,
  message: { id: number; attachment: string | null; attachment_until: number },
): string | null {
  if (message.attachment === null) return null
  const signature = sign(app.config.jwtSecret, message.id, message.attachment_until)
  return `${attachmentAddress(app, message.id)}?expires=${message.attachment_until}&signature=${signature}`
}

/** Whether this service has signed an address; after a rotation of the secret, earlier ones count as well. */
export function isSigned(
  { jwtSecret, jwtPreviousSecrets }: Config,
  messageId: number,
  { expires, signature }: { expires: number; signature: string },
): boolean {
  return [jwtSecret, ...jwtPreviousSecrets].some((secret) => isSameText(sign(secret, messageId, expires), signature))
}

/** Signs with a key of its own, derived from the secret of tokens. */
function sign(secret: string, messageId: number, expires: number): string {
  const key = createHmac('sha256', secret).update('attachments of messages').digest()
  return createHmac('sha256', key).update(`${messageId} ${expires}`).digest('base64url')
}
