import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { homeId, integerId, uuid } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  listMembers,
  removeMember,
  showOffer,
  withdrawInvitation,
} from './members.ts'
import { invitation, member, memberChange, membership, newInvitation, offeredMembership } from './schemas.ts'

const documented = { tags: ['properties'], security: BEARER }
const home = z.object({ id: homeId })
const oneMember = home.extend({ user_id: integerId.describe('Id of the member') })
const byKey = z.object({ key: z.string().min(1).max(100).describe('Secret of the invitation') })
const secretKey = { secretParams: ['key'] }

/** People who help an owner with a home (docs/design/members.md). */
export const memberRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)

  app.get(
    '/properties/:id/members',
    {
      schema: {
        ...documented,
        operationId: 'listMembers',
        summary: 'Who helps with a home, and who is invited to',
        params: home,
        response: {
          200: envelopeSchema(z.object({ members: z.array(member), invitations: z.array(invitation) })),
          ...failures(401, 403, 404),
        },
      },
    },
    async (request) => envelope(request, 'ok', await listMembers(app, identityOf(request), request.params.id)),
  )

  app.post(
    '/properties/:id/members',
    {
      schema: {
        ...documented,
        operationId: 'inviteMember',
        summary: 'Invite somebody by e-mail to help with a home; they have no right before they accept',
        params: home,
        body: newInvitation,
        response: {
          201: envelopeSchema(invitation),
          ...failures(400, 401, 403, 404, 429, 'notVerified', 'limitReached'),
        },
      },
    },
    async (request, reply) => {
      const invited = await inviteMember(app, identityOf(request), request.params.id, request.body, request.locale)
      return reply.code(201).send(envelope(request, 'created', invited))
    },
  )

  app.delete(
    '/properties/:id/member-invitations/:invitation_id',
    {
      schema: {
        ...documented,
        operationId: 'deleteMemberInvitation',
        summary: 'Take an invitation back that was not accepted yet',
        params: home.extend({ invitation_id: uuid.describe('Id of the invitation') }),
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id, invitation_id } = request.params
      await withdrawInvitation(app, identityOf(request), id, invitation_id)
      return done(request, 'deleted')
    },
  )

  app.patch(
    '/properties/:id/members/:user_id',
    {
      schema: {
        ...documented,
        operationId: 'updateMember',
        summary: 'Change what a member may do',
        params: oneMember,
        body: memberChange,
        response: { 200: envelopeSchema(member), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { id, user_id } = request.params
      const changed = await changeMember(app, identityOf(request), id, { user_id, ...request.body })
      return envelope(request, 'updated', changed)
    },
  )

  app.delete(
    '/properties/:id/members/:user_id',
    {
      schema: {
        ...documented,
        operationId: 'deleteMember',
        summary: 'End the help of a member, or one’s own',
        params: oneMember,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      await removeMember(app, identityOf(request), request.params.id, request.params.user_id)
      return done(request, 'deleted')
    },
  )

  app.get(
    '/member-invitations/:key',
    {
      config: secretKey,
      schema: {
        ...documented,
        operationId: 'getMemberInvitation',
        summary: 'What I am invited to, by the key of the mail',
        params: byKey,
        response: { 200: envelopeSchema(offeredMembership), ...failures(401, 404, 'notInvited') },
      },
    },
    async (request) => envelope(request, 'ok', await showOffer(app, identityOf(request), request.params.key)),
  )

  app.post(
    '/member-invitations/:key/accept',
    {
      config: secretKey,
      schema: {
        ...documented,
        operationId: 'acceptMemberInvitation',
        summary: 'Help with a home from now on, as the account of the address that was invited',
        params: byKey,
        response: { 200: envelopeSchema(membership), ...failures(401, 404, 'notVerified', 'notInvited') },
      },
    },
    async (request) =>
      envelope(request, 'updated', await acceptInvitation(app, identityOf(request), request.params.key)),
  )
}
