import path from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { integerId, wholeParameter } from '../../platform/http/fields.ts'
import { type Identity, identityOf } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'
import { BEARER_OR_SIGNED } from '../../platform/plugins/documentation.ts'
import { serveFile } from '../../platform/storage/serve.ts'
import { ANSWER } from '../../reference/examples/demo.ts'
import { isSignedAddress } from './attachments.ts'

const picture = { schema: z.string().meta({ format: 'binary' }) }
const pdf = { schema: z.string().meta({ format: 'binary', example: '(the bytes of the document)' }) }

/** Conversations are private: no shared cache keeps them, and a page in a file can do nothing. */
const PRIVATE = 'private, max-age=300'
const SANDBOX = "sandbox; default-src 'none'"

const signedQuery = z.object({
  expires: wholeParameter(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Taken from the signed address in `attachment`'),
  signature: z.string().max(100).optional().meta({ description: 'Taken from the signed address in `attachment`' }),
})

type Found = NonNullable<Awaited<ReturnType<typeof queries.messages.findAttachment>>>

/** True if it is somebody's: of one of the two. Without a reader the address is signed. Pure. */
const mayRead = (reader: Identity | undefined, { sender_id, receiver_id }: Found): boolean =>
  reader === undefined || [sender_id, receiver_id].includes(reader.userId)

/** Files of messages, for the two of them (docs/design/api.md, "Attachments"). */
export const attachmentRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/messages/attachments/:message_id',
    {
      onRequest: app.identifyIfAny,
      config: { takesMore: true, may: ['guest', 'owner'], scope: 'messages.read' },
      schema: {
        tags: ['messages'],
        security: BEARER_OR_SIGNED,
        operationId: 'readAttachment',
        summary: 'Download the attachment of a message',
        description: `Use the address in \`attachment\` as it is: it is signed, needs no token, and is valid for at
          least ten minutes. With a token, sender and receiver can also use the unsigned address. Pictures are shown
          inline as webp, a pdf is a download. Ranges are supported (206).`,
        params: z.object({ message_id: integerId.describe('Id of the message').meta({ example: ANSWER }) }),
        querystring: signedQuery,
        response: {
          200: {
            description: 'The file; one range of it on request (206)',
            content: { 'image/webp': picture, 'application/pdf': pdf },
          },
          ...failures(400, 401, 403, 404),
        },
      },
    },
    async (request, reply) => {
      const { message_id } = request.params
      const { expires = 0, signature } = request.query
      if (signature !== undefined && !isSignedAddress(app.config, message_id, { expires, signature }))
        throw new AppError('linkExpired')
      const reader = signature === undefined ? identityOf(request) : undefined
      const found = await queries.messages.findAttachment(app.db, { message_id })
      if (found && reader === undefined && found.now > expires) throw new AppError('linkExpired')
      if (!found?.attachment || !mayRead(reader, found) || !reaches(request, found.property_id))
        throw new AppError('notFound')
      const extension = path.extname(found.attachment)
      const disposition = extension === '.pdf' ? 'attachment' : 'inline'
      const headers = {
        'cache-control': PRIVATE,
        'content-security-policy': SANDBOX,
        'content-disposition': `${disposition}; filename="message-${message_id}${extension}"`,
      }
      return serveFile(request, reply, { files: app.storage.files, name: found.attachment, headers })
    },
  )
}
