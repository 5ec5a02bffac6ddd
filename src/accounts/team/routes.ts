import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { uuid } from '../../platform/http/fields.ts'
import { ROLE_NAMES, ROLES } from '../../platform/http/roles.ts'
import { ANY_SCOPE } from '../../platform/http/scopes.ts'
import { INVITATION_KEY, TEAM_MEMBER } from '../../platform/openapi/demo.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { member, memberChange, membership, newMember, offer, roleScopes } from './schemas.ts'
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  listMemberships,
  listTeam,
  removeMember,
  showOffer,
} from './team.ts'

const documented = { tags: ['accounts'], security: BEARER }
const one = z.object({ id: uuid.describe('Id of the member or the invitation').meta({ example: TEAM_MEMBER }) })
const byKey = z.object({
  key: z.string().min(1).max(100).describe('Secret of the invitation').meta({ example: INVITATION_KEY }),
})
const secretKey = { secretParams: ['key'] }
const forManagers = { scope: 'team.write', people: true } as const

/** People who act for an account (docs/design/accounts.md, "Team"). */
export const teamRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)

  app.get(
    '/team',
    {
      config: forManagers,
      schema: {
        ...documented,
        operationId: 'listTeam',
        summary: 'Who acts for the account, and who is invited to',
        description: `In the order in which they were invited. \`user\` is null while nobody has accepted, and \`expires_at\` says
          until when that is possible. A manager of some homes sees those who act for no others.`,
        'x-demo-account': 'owner',
        response: { 200: envelopeSchema(z.array(member)), ...failures(401, 403) },
      },
    },
    async (request) => envelope(request, await listTeam(app, identityOf(request))),
  )

  app.post(
    '/team',
    {
      config: forManagers,
      schema: {
        ...documented,
        operationId: 'inviteTeamMember',
        summary: 'Invite somebody by e-mail; they may do nothing before they accept',
        description: `The address gets a mail with a key, valid for 14 days and for an account of this address. \`property_ids:
          null\` means all homes, also those to come. Only the account itself makes managers, and a manager gives no homes beyond
          their own (403). An address that is invited already gets a new key in place of the one before. 200 people an account.`,
        'x-message': 'created',
        'x-demo-account': 'owner',
        body: newMember,
        response: { 201: envelopeSchema(member), ...failures(400, 401, 403, 429, 'notVerified', 'limitReached') },
      },
    },
    async (request, reply) => {
      const invited = await inviteMember(app, identityOf(request), request.body, request.locale)
      return reply.code(201).send(envelope(request, invited))
    },
  )

  app.patch(
    '/team/:id',
    {
      config: forManagers,
      schema: {
        ...documented,
        operationId: 'updateTeamMember',
        summary: 'Change the role or the homes of a member, or of an invitation',
        description: `Send what changes. It holds from their next request on. Invitations that they sent beyond it are taken back.`,
        'x-message': 'updated',
        'x-demo-account': 'owner',
        params: one,
        body: memberChange,
        response: { 200: envelopeSchema(member), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => envelope(request, await changeMember(app, identityOf(request), request.params.id, request.body)),
  )

  app.delete(
    '/team/:id',
    {
      config: forManagers,
      schema: {
        ...documented,
        operationId: 'deleteTeamMember',
        summary: 'Remove a member, take an invitation back, or leave a team myself',
        description: `Their next request is refused. Everybody may leave a team, without the header \`Sejour-Account\`;
          invitations that they sent end with them.`,
        'x-message': 'deleted',
        'x-demo-account': 'owner',
        params: one,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      await removeMember(app, identityOf(request), request.params.id)
      return done(request)
    },
  )

  app.get(
    '/team/roles',
    {
      config: { scope: ANY_SCOPE, people: true },
      schema: {
        ...documented,
        operationId: 'listTeamRoles',
        summary: 'The roles of a team and their scopes',
        description: 'A role is a set of scopes, as those of API keys.',
        response: { 200: envelopeSchema(z.array(roleScopes)), ...failures(401) },
      },
    },
    async (request) =>
      envelope(
        request,
        ROLE_NAMES.map((role) => ({ role, scopes: [...ROLES[role]] })),
      ),
  )

  app.get(
    '/team/memberships',
    {
      schema: {
        ...documented,
        operationId: 'listTeamMemberships',
        summary: 'The accounts that I may act for',
        description: `To act for one of these accounts, send its \`account.id\` in the header \`Sejour-Account\`. Homes, rows and
          limits are those of the account then; sign-in, second factor and language stay those of the person. An account that has
          not made the person a member is 403 \`not_in_team\`.`,
        response: { 200: envelopeSchema(z.array(membership)), ...failures(401) },
      },
    },
    async (request) => envelope(request, await listMemberships(app, identityOf(request))),
  )

  app.get(
    '/team/invitations/:key',
    {
      config: secretKey,
      schema: {
        ...documented,
        operationId: 'getTeamInvitation',
        summary: 'What I am invited to, by the key of the mail',
        description: `For the page on which somebody accepts. An account of another address is 403 \`not_invited\`, and one whose
          address is not verified \`not_verified\`.`,
        params: byKey,
        response: { 200: envelopeSchema(offer), ...failures(401, 404, 'notVerified', 'notInvited') },
      },
    },
    async (request) => envelope(request, await showOffer(app, identityOf(request), request.params.key)),
  )

  app.post(
    '/team/invitations/:key/accept',
    {
      config: secretKey,
      schema: {
        ...documented,
        operationId: 'acceptTeamInvitation',
        summary: 'Act for an account from now on, as the account of the address that was invited',
        description: `Once, with a verified address. The inviting account gets a notification and a mail. A member of the team
          gets this role and these homes instead.`,
        'x-message': 'updated',
        params: byKey,
        response: { 200: envelopeSchema(membership), ...failures(401, 404, 'notVerified', 'notInvited') },
      },
    },
    async (request) => envelope(request, await acceptInvitation(app, identityOf(request), request.params.key)),
  )
}
