import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { uuid } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { ANY_SCOPE } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { INVITATION_KEY, TEAM_MEMBER } from '../../reference/examples/demo.ts'
import { ROLE_NAMES, ROLES } from '../roles.ts'
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
const forManagers = { config: { scope: 'team.write', people: true } } as const

/** People who act for an account (docs/design/accounts.md, "Team"). */
export const teamRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)

  app.get(
    '/team',
    {
      // Whoever hands tasks out has to know to whom.
      config: { scope: 'tasks.assign', people: true },
      schema: {
        ...documented,
        operationId: 'listTeam',
        summary: 'List the team and its open invitations',
        description: `In order of invitation. \`user\` is null until the invitation is accepted; \`expires_at\` is its
          expiry. A member limited to some homes sees only members limited to these homes.`,
        'x-demo-account': 'owner',
        response: { 200: envelopeSchema(z.array(member)), ...failures(401, 403) },
      },
    },
    async (request) => envelope(request, await listTeam(app, identityOf(request))),
  )

  app.post(
    '/team',
    merged(forManagers, {
      config: { audits: ['team.created'] },
      schema: {
        ...documented,
        operationId: 'inviteTeamMember',
        summary: 'Invite a team member by e-mail',
        description: `The address gets a mail with a key, valid for 14 days and for an account with this address. The
          invitation has no effect until it is accepted. \`property_ids: null\` means all homes, including future
          ones. Only the account itself appoints managers, and managers can only assign their own homes (else 403).
          Inviting an address again replaces its key. Limit: 200 people per account.`,
        'x-message': 'created',
        'x-demo-account': 'owner',
        body: newMember,
        response: { 201: envelopeSchema(member), ...failures(400, 401, 403, 429, 'notVerified', 'limitReached') },
      },
    }),
    async (request, reply) => {
      const invited = await inviteMember(app, identityOf(request), request.body, request.locale)
      return reply.code(201).send(envelope(request, invited))
    },
  )

  app.patch(
    '/team/:id',
    merged(forManagers, {
      config: { audits: ['team.changed'], events: ['task.changed'] },
      schema: {
        ...documented,
        operationId: 'updateTeamMember',
        summary: 'Update the role or homes of a member or invitation',
        description: `Send only the fields to change. It applies from their next request. Open invitations that they sent and can no longer send are withdrawn.`,
        'x-message': 'updated',
        'x-demo-account': 'owner',
        params: one,
        body: memberChange,
        response: { 200: envelopeSchema(member), ...failures(400, 401, 403, 404) },
      },
    }),
    async (request) => envelope(request, await changeMember(app, identityOf(request), request.params.id, request.body)),
  )

  app.delete(
    '/team/:id',
    merged(forManagers, {
      config: { audits: ['team.deleted'], events: ['task.changed'] },
      schema: {
        ...documented,
        operationId: 'deleteTeamMember',
        summary: 'Remove a member, withdraw an invitation, or leave a team',
        description: `Their next request is refused. Every member can leave a team, without the header
          \`Sejour-Account\`. Open invitations that they sent are withdrawn.`,
        'x-message': 'deleted',
        'x-demo-account': 'owner',
        params: one,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    }),
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
        summary: 'List team roles and their scopes',
        description: 'A role is a set of scopes, like those of API keys.',
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
        summary: 'List the accounts I can act for',
        description: `To act for one of these accounts, send its \`account.id\` in the header \`Sejour-Account\`.
          Homes, rows and limits are then those of the account; sign-in, second factor and language remain those of
          the person. For other accounts the header returns 403 \`not_in_team\`.`,
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
        summary: 'Get a team invitation by its key',
        description: `For the page that accepts the invitation. Returns 403 \`not_invited\` for an account with
          another address, and \`not_verified\` for an unverified address.`,
        params: byKey,
        response: { 200: envelopeSchema(offer), ...failures(401, 404, 'notVerified', 'notInvited') },
      },
    },
    async (request) => envelope(request, await showOffer(app, identityOf(request), request.params.key)),
  )

  app.post(
    '/team/invitations/:key/accept',
    {
      config: { ...secretKey, audits: ['team.created', 'team.deleted'] },
      schema: {
        ...documented,
        operationId: 'acceptTeamInvitation',
        summary: 'Accept a team invitation',
        description: `Valid once, for an account with the invited, verified address. The inviting account gets a
          notification and a mail. An existing member gets the new role and homes instead.`,
        'x-message': 'updated',
        params: byKey,
        response: { 200: envelopeSchema(membership), ...failures(401, 404, 'notVerified', 'notInvited') },
      },
    },
    async (request) => envelope(request, await acceptInvitation(app, identityOf(request), request.params.key)),
  )
}
