import { z } from 'zod'
import { shownEmail, shownUuid, timestamp, uuid } from '../../platform/http/fields.ts'
import { person } from '../../platform/http/person.ts'
import { ROLE_NAMES } from '../../platform/http/roles.ts'
import { SCOPES } from '../../platform/http/scopes.ts'
import { email } from '../auth/schemas.ts'

const MAX_HOMES = 1_000

export const role = z.enum(ROLE_NAMES).meta({ id: 'TeamRole' })

const property_ids = z
  .array(uuid.toLowerCase())
  .min(1)
  .max(MAX_HOMES)
  .transform((ids) => [...new Set(ids)])
  .nullable()
  .meta({ type: ['array', 'null'], description: 'For which homes; null: for all of the account, also those to come' })

const shownHomes = z.array(shownUuid).nullable().meta({ description: 'null: all homes of the account' })

export const newMember = z.object({ email, role, property_ids }).meta({ id: 'NewTeamMember' })
export const memberChange = z
  .object({ role: role.optional(), property_ids: property_ids.optional() })
  .meta({ id: 'TeamMemberChange' })

export const member = z
  .object({
    id: shownUuid,
    user: person.nullable().meta({ description: 'null: nobody has accepted the invitation yet' }),
    email: shownEmail,
    role,
    property_ids: shownHomes,
    created_at: timestamp,
    expires_at: timestamp.nullable().meta({ description: 'When an open invitation ends' }),
  })
  .meta({ id: 'TeamMember' })

export const membership = z
  .object({
    id: shownUuid,
    account: person.meta({ description: 'Its id is the value of `Sejour-Account`' }),
    role,
    property_ids: shownHomes,
    created_at: timestamp,
  })
  .meta({ id: 'TeamMembership' })

export const offer = z
  .object({ account: person, role, property_ids: shownHomes, expires_at: timestamp })
  .meta({ id: 'TeamInvitation' })

export const roleScopes = z.object({ role, scopes: z.array(z.enum(SCOPES)) }).meta({ id: 'TeamRoleScopes' })

export type NewMember = z.output<typeof newMember>
export type MemberChange = z.output<typeof memberChange>
