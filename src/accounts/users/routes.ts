import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { toAppError } from '../../platform/plugins/errors.ts'
import { readForm } from '../../platform/storage/forms.ts'
import { changeProfile } from './change.ts'
import { billing, billingChange, changedProfile, legibleChanges, profile, profileChanges } from './schemas.ts'

/** The caller's own account (docs/design/api.md, "Accounts"). */
export const userRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['accounts'], security: BEARER }
  const { subscription } = profile.shape
  const readProfileForm = readForm('avatar')

  async function show(userId: number) {
    const user = await queries.users.find(app.db, { user_id: userId })
    if (!user) throw new AppError('notFound')
    return {
      ...user,
      avatar: user.avatar && app.fileUrl(user.avatar),
      subscription: subscription.parse(user.subscription),
      billing: billing.parse(user.billing),
    }
  }

  app.get(
    '/user',
    {
      config: { specified: true, forPages: true },
      schema: {
        ...documented,
        operationId: 'getProfile',
        summary: 'Get my profile',
        description: `Private data of the account: role, language, verification, billing details and the subscription
          at the payment provider. \`email\` stays the old address until a new one is verified.`,
        response: { 200: envelopeSchema(profile), ...failures(401) },
      },
    },
    async (request) => envelope(request, await show(identityOf(request).userId)),
  )

  app.put(
    '/user',
    {
      preValidation: async (request) => {
        if (request.isMultipart()) await readProfileForm(request)
      },
      // All problems are reported at once: the handler adds those that only the database or the decoder of pictures can find.
      attachValidation: true,
      config: { events: ['reservation.changed', 'property.updated'] },
      schema: {
        ...documented,
        operationId: 'updateProfile',
        summary: 'Update my profile, avatar, address or password',
        description: `Send what changes, as JSON, or as a form with \`avatar\`; \`null\` removes an avatar. A new address needs
          \`current_password\` and takes effect when its mailed link is opened. A new password needs it too, ends all other
          sessions, and the answer then has a new \`token\`.`,
        'x-message': 'updated',
        consumes: ['application/json', 'multipart/form-data'],
        body: profileChanges,
        response: { 200: envelopeSchema(changedProfile), ...failures(400, 401, 413, 415, 507) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const refused = request.validationError && toAppError(request.validationError)
      const changes = refused ? legibleChanges.parse(request.body) : request.body
      const renewed = await changeProfile(app, identity, changes, refused?.fields)
      const user = await show(identity.userId)
      if (!renewed) return envelope(request, user)
      await app.resumeSession(request, { ...identity, tokenVersion: renewed.token_version })
      return envelope(request, { ...user, ...app.issueToken(renewed, identity.session) })
    },
  )

  app.put(
    '/user/billing',
    {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'updateBilling',
        summary: 'Update the billing details of my future invoices',
        description: `Company, VAT number and address replace the current values; \`null\` removes one. Issued
          documents never change. Owners of booked homes see these details on the invoices of their stays.`,
        'x-message': 'updated',
        body: billingChange,
        response: { 200: envelopeSchema(billing), ...failures(400, 401) },
      },
    },
    async (request) => {
      const { userId: user_id } = identityOf(request)
      const saved = await transaction(app.db, (tx) => queries.auth.updateBilling(tx, { user_id, ...request.body }))
      if (!saved) throw new AppError('invalidToken')
      return envelope(request, saved)
    },
  )
}
