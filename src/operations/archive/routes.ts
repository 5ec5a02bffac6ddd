import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ADDRESS_SECONDS, findReader, signedAddress } from '../../integrations/exports/reader.ts'
import { exportAddress, signed } from '../../integrations/exports/schemas.ts'
import { longStreams } from '../../integrations/exports/stream.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf, requireRole } from '../../platform/http/identity.ts'
import { BEARER, BEARER_OR_SIGNED } from '../../platform/plugins/documentation.ts'
import { writeArchive } from './write.ts'

const address = z.object(signed)

const OPERATION = 'downloadArchive'

/** The archive of a company (docs/company.md, "An archive"). */
export const archiveRoutes: FastifyPluginAsyncZod = async (app) => {
  const openStream = longStreams(app)
  const documented = { tags: ['exports'], 'x-demo-account': 'owner' as const, 'x-audience': ['company'] as const }

  const noteMade = (owner_id: number) => transaction(app.db, (tx) => queries.audit.noteArchive(tx, { owner_id }))

  async function send(request: FastifyRequest, reply: FastifyReply, query: z.infer<typeof address>) {
    const { account, role, grant } = await findReader(app, request, OPERATION, query, 'exports.read')
    if (role !== 'owner' || grant !== null) throw new AppError('forbidden')
    const stream = await openStream(account, async () => {
      // An address was written down when it was made.
      if (query.signature === undefined) await noteMade(account)
      return writeArchive(app, account)
    })
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="archive.zip"')
      .send(stream)
  }

  app.post(
    '/archive',
    {
      onRequest: [app.authenticate, requireRole('owner')],
      config: { may: ['owner'], audits: ['archive.created'] },
      schema: {
        ...documented,
        operationId: 'createArchiveAddress',
        summary: 'Create a signed download address for the archive of my company',
        description: `For the owner of the account alone, without its team and keys. \`url\` needs no token, is valid for ten minutes, and ends
          when the account changes its password or revokes its tokens. A running download continues.`,
        'x-message': 'created',
        security: BEARER,
        response: { 201: envelopeSchema(exportAddress), ...failures(401, 403) },
      },
    },
    async (request, reply) => {
      const expires = Math.floor(Date.now() / 1_000) + ADDRESS_SECONDS
      const identity = identityOf(request)
      const url = signedAddress(app, OPERATION, identity, {}, expires)
      await noteMade(identity.userId)
      const expires_at = new Date(expires * 1_000).toISOString()
      return reply.code(201).send(envelope(request, { url, expires_at }))
    },
  )

  app.get(
    '/archive/company.zip',
    {
      onRequest: app.identifyIfAny,
      config: { may: ['owner'], audits: ['archive.created'] },
      schema: {
        ...documented,
        operationId: OPERATION,
        summary: 'Download everything of my company as one ZIP file',
        description: `Use a token, or an address from \`createArchiveAddress\`; for the owner of the account alone. Homes, stays, guests, documents with their
          PDF files, money, messages, reviews, tasks and files, as lines of JSON and CSV; \`manifest.json\` is the last file, with the SHA-256 of each other.
          No passwords, keys, tokens and codes of doors. It is written while it is read: a connection that breaks leaves a file
          without its manifest. One at a time, else 429. \`npm run admin -- import\` reads it into another installation.`,
        security: BEARER_OR_SIGNED,
        querystring: address,
        response: {
          200: {
            description: 'The archive, streamed',
            content: {
              'application/zip': {
                schema: z.string().meta({ format: 'binary', example: '(the bytes of the archive)' }),
              },
            },
          },
          ...failures(400, 401, 403, 429, 'linkExpired'),
        },
      },
    },
    (request, reply) => send(request, reply, request.query),
  )
}
