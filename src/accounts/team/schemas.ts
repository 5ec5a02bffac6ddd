import { z } from 'zod'
import { shownEmail, shownUuid, timestamp, uuid } from '../../platform/http/fields.ts'
import { person } from '../../platform/http/person.ts'
import { HOME, INVITATION, MARTIN, NOAH, TEAM_MEMBER } from '../../reference/examples/demo.ts'
import { email } from '../auth/schemas.ts'
import { ROLE_NAMES } from '../roles.ts'
import { SCOPES } from '../scopes.ts'

const MAX_HOMES = 1_000

export const role = z.enum(ROLE_NAMES).meta({ id: 'TeamRole' })

const property_ids = z
  .array(uuid.toLowerCase())
  .min(1)
  .max(MAX_HOMES)
  .transform((ids) => [...new Set(ids)])
  .nullable()
  .meta({ description: 'Homes that it covers; null: all homes of the account, including future ones' })

const shownHomes = z.array(shownUuid).nullable().meta({ description: 'null: all homes of the account' })

export const newMember = z
  .object({ email, role, property_ids })
  .meta({ id: 'NewTeamMember', example: { email: 'ana@example.org', role: 'desk', property_ids: [HOME] } })
export const memberChange = z
  .object({ role: role.optional(), property_ids: property_ids.optional() })
  .meta({ id: 'TeamMemberChange', example: { role: 'desk' } })

export const member = z
  .object({
    id: shownUuid.meta({ example: TEAM_MEMBER }),
    user: person.nullable().meta({
      description: 'null: nobody has accepted the invitation yet',
      example: { id: NOAH, first_name: 'Noah', avatar: null },
    }),
    email: shownEmail.meta({ example: 'noah@demo.sejour' }),
    role: role.meta({ example: 'accountant' }),
    property_ids: shownHomes.meta({ example: null }),
    created_at: timestamp,
    expires_at: timestamp.nullable().meta({ description: 'Expiry of an open invitation', example: null }),
  })
  .meta({ id: 'TeamMember' })

const scopes = z
  .array(z.enum(SCOPES))
  .meta({ id: 'RoleScopes', example: ['properties.read', 'reservations.read', 'payments.read', 'exports.read'] })

export const roleScopes = z
  .object({ role: role.meta({ example: 'accountant' }), scopes })
  .meta({ id: 'TeamRoleScopes' })

export const membership = z
  .object({
    id: shownUuid.meta({ example: INVITATION }),
    account: person.meta({
      description: 'Account to act for; its id is the value of `Sejour-Account`',
      example: { id: MARTIN, first_name: 'Martin', avatar: null },
    }),
    role: role.meta({ example: 'accountant' }),
    scopes,
    property_ids: shownHomes.meta({ example: [HOME] }),
    created_at: timestamp,
  })
  .meta({ id: 'TeamMembership' })

export const offer = z
  .object({
    account: person.meta({ example: { id: MARTIN, first_name: 'Martin', avatar: null } }),
    company: z
      .string()
      .nullable()
      .meta({ description: 'The name of the company; null: it has none', example: 'Maisons Martin' }),
    role: role.meta({ example: 'desk' }),
    property_ids: shownHomes.meta({ example: [HOME] }),
    expires_at: timestamp,
  })
  .meta({ id: 'TeamInvitation' })

export type NewMember = z.output<typeof newMember>
export type MemberChange = z.output<typeof memberChange>
