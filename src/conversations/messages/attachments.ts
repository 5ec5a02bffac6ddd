import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Secrets } from '../../platform/lib/signature.ts'
import { isAddressSigned, signAddress } from '../../platform/lib/signature.ts'
import { readForm } from '../../platform/storage/forms.ts'
import { encodeImage } from '../../platform/storage/images.ts'
import type { ConversationsContext } from '../context.ts'

export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024
/** The longest side of a picture, in pixels. */
const EDGE = 2_048

/** Purpose of the signature of attachment addresses. */
const PURPOSE = 'attachments of messages'

const addressed = (messageId: number, expires: number) => ({ purpose: PURPOSE, text: String(messageId), expires })

const readFile = readForm('attachment', {
  maxBytes: MAX_ATTACHMENT_BYTES,
  tooLarge: 'attachmentSize',
  keepEmpty: true,
  keepName: true,
})

/** Reads a message that is sent as a form. */
export const readMessageForm = async (request: FastifyRequest): Promise<void> => {
  if (request.isMultipart()) await readFile(request)
}

/** File of a message, as its row has it. */
export const attachedFile = z.object({
  name: z.string(),
  type: z.enum(['image/webp', 'application/pdf']).meta({ id: 'AttachmentType' }),
  size: z.int().meta({ description: 'Bytes' }),
  width: z.int().nullable().meta({ description: 'Pixels; null for a document' }),
  height: z.int().nullable(),
})

interface Attachment {
  content: Uint8Array
  extension: 'webp' | 'pdf'
  file: z.infer<typeof attachedFile>
  /** Pixels that were decoded; 0 for a pdf. */
  pixels: number
}

/**
 * Stored form of an attachment, which is recognised by its bytes: a picture encoded again, a pdf as it is.
 * @param name what its sender calls the file
 * @throws AppError 400 for anything else, 503 when too many pictures wait.
 */
export async function readAttachment(bytes: Uint8Array, name = 'file'): Promise<Attachment> {
  const { name: stem } = path.parse(name)
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') {
    const file = {
      name: `${stem}.pdf`,
      type: 'application/pdf',
      size: bytes.length,
      width: null,
      height: null,
    } as const
    return { content: bytes, extension: 'pdf', file, pixels: 0 }
  }
  const { content, width, height, source_pixels } = await encodeImage(bytes, EDGE, 'attachment', 'attachmentType')
  const file = { name: `${stem}.webp`, type: 'image/webp', size: content.length, width, height } as const
  return { content, extension: 'webp', file, pixels: source_pixels }
}

/** Address of an attachment that needs a token. */
export const attachmentAddress = (context: ConversationsContext, messageId: number): string =>
  context.addressOf('readAttachment', { message_id: messageId })

/** Address of an attachment without a token, for some minutes; null: the message has none. */
export function attachmentUrl(
  context: ConversationsContext,
  message: { id: number; attachment: string | null; attachment_until: number },
): string | null {
  if (message.attachment === null) return null
  return signAddress(
    context.config,
    addressed(message.id, message.attachment_until),
    attachmentAddress(context, message.id),
  )
}

/** True if this service has signed an address. */
export const isSignedAddress = (
  config: Secrets,
  messageId: number,
  { expires, signature }: { expires: number; signature: string },
): boolean => isAddressSigned(config, addressed(messageId, expires), signature)
