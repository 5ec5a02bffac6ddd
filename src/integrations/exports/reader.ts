import type { FastifyRequest } from 'fastify'
import { findMember } from '../../accounts/team/team.ts'
import type { UserRole } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, identityOf, STAFF } from '../../platform/http/identity.ts'
import { type Grant, homesOf, missingScope, type Scope, scopeMissing } from '../../platform/http/scopes.ts'
import { isSigned, sign } from '../../platform/lib/signature.ts'
import type { IntegrationsContext } from '../context.ts'
import type { ExportFilter, SignedFilter } from './schemas.ts'

/** Life of a signed address. A running export continues. */
export const ADDRESS_SECONDS = 600

/** Purpose of the signature of export addresses. */
const PURPOSE = 'exports'

/** Reader of an export; without `user_id` of all homes. */
export interface Reader {
  account: number
  personId: number
  role: UserRole
  user_id: number | undefined
  grant: Grant | null
  /** The homes of the grant. */
  homes: string[] | undefined
}

export const readerOf = (account: number, personId: number, role: UserRole, grant: Grant | null): Reader => ({
  account,
  personId,
  role,
  grant,
  homes: homesOf({ grant }),
  user_id: STAFF.includes(role) ? undefined : account,
})

/** Holder of the address: an account, or a member of its team. */
type Account = Pick<Identity, 'userId' | 'personId' | 'tokenVersion'> & { grant: Pick<Grant, 'id'> | null }

/** A new version of a person's tokens ends their addresses too, and so does the end of their place in the team. */
const signedText = (
  operation: string,
  { userId, personId, tokenVersion, grant }: Account,
  { property_id, from, to }: ExportFilter,
  expires: number,
): string => JSON.stringify([operation, userId, personId, grant?.id, tokenVersion, property_id, from, to, expires])

/** Address of an export that needs no token until a time, in seconds since 1970. */
export function signedAddress(
  context: IntegrationsContext,
  operation: string,
  identity: Account,
  filter: ExportFilter,
  expires: number,
): string {
  const signature = sign(context.config, PURPOSE, signedText(operation, identity, filter, expires))
  const member = identity.grant && { member: identity.personId }
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return context.addressOf(operation, {
    ...Object.fromEntries(given),
    account: identity.userId,
    ...member,
    expires,
    signature,
  })
}

/** Reader of an export, by its token or by its address. @throws AppError 401, or 403 when the address is no longer valid. */
export async function findReader(
  context: IntegrationsContext,
  request: FastifyRequest,
  operation: string,
  { account: userId = 0, member, expires = 0, signature, ...filter }: SignedFilter,
  scope: Scope,
): Promise<Reader> {
  if (signature === undefined) {
    const { userId, personId, role, grant } = identityOf(request)
    return readerOf(userId, personId, role, grant)
  }
  const personId = member ?? userId
  const found = await queries.exports.findReader(context.db, { user_id: personId, expires })
  const grant = member === undefined ? null : await findMember(context.db, { owner_id: userId, user_id: member })
  if (!grant && member !== undefined) throw new AppError('linkExpired')
  const identity = { userId, personId, grant: grant ?? null, tokenVersion: found?.token_version ?? 0 }
  if (!found || !isSigned(context.config, PURPOSE, signedText(operation, identity, filter, expires), signature))
    throw new AppError('linkExpired')
  assertMayRead(identity, scope)
  return readerOf(userId, personId, grant ? 'owner' : found.role, identity.grant)
}

/** Ends the export of a member who has left the team, or lost the scopes. @throws AppError 403 */
export async function assertStillMember(context: IntegrationsContext, reader: Reader, scope: Scope): Promise<void> {
  if (reader.grant?.kind !== 'member') return
  const grant = await findMember(context.db, { owner_id: reader.account, user_id: reader.personId })
  if (!grant) throw new AppError('notInTeam')
  assertMayRead({ grant }, scope)
}

/** @throws AppError 403 for a grant without the scopes of an export. */
export function assertMayRead(reader: { grant: Grant | null }, scope: Scope): void {
  const missing = missingScope(reader, ['exports.read', scope])
  if (missing) throw scopeMissing(missing)
}
