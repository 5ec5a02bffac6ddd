import type { FastifyRequest } from 'fastify'
import type { UserRole } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { isSigned, sign } from '../../platform/lib/signature.ts'
import { type Identity, identityOf, STAFF } from '../../platform/plugins/authentication.ts'
import type { IntegrationsContext } from '../context.ts'
import type { ExportFilter, SignedFilter } from './schemas.ts'

/** How long a signed address is good; an export that it has begun goes on. */
export const ADDRESS_SECONDS = 600

/** What the addresses of exports are signed for. */
const PURPOSE = 'exports'

/** Who reads an export; without `user_id` of all homes. */
export interface Reader {
  account: number
  role: UserRole
  user_id: number | undefined
  /** Of a key: the homes that it is for. */
  homes: string[] | undefined
}

const readerOf = (account: number, role: UserRole, homes: string[] | undefined): Reader => ({
  account,
  role,
  homes,
  user_id: STAFF.includes(role) ? undefined : account,
})

/** Whose address it is. */
type Account = Pick<Identity, 'userId' | 'tokenVersion'>

/** A new version of an account's tokens ends its addresses too. */
const signedText = (
  operation: string,
  { userId, tokenVersion }: Account,
  { property_id, from, to }: ExportFilter,
  expires: number,
): string => JSON.stringify([operation, userId, tokenVersion, property_id, from, to, expires])

/** Where an export is read without a token until a time, in seconds since 1970. */
export function signedAddress(
  context: IntegrationsContext,
  operation: string,
  identity: Account,
  filter: ExportFilter,
  expires: number,
): string {
  const signature = sign(context.config, PURPOSE, signedText(operation, identity, filter, expires))
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return context.addressOf(operation, { ...Object.fromEntries(given), account: identity.userId, expires, signature })
}

/** Who reads an export, by its token or by its address. @throws AppError 401, or 403 when the address is not good any more. */
export async function findReader(
  context: IntegrationsContext,
  request: FastifyRequest,
  operation: string,
  { account = 0, expires = 0, signature, ...filter }: SignedFilter,
): Promise<Reader> {
  if (signature === undefined) {
    const { userId, role } = identityOf(request)
    return readerOf(userId, role, homesOf(request))
  }
  const found = await queries.exports.findReader(context.db, { user_id: account, expires })
  const identity = { userId: account, tokenVersion: found?.token_version ?? 0 }
  if (!found || !isSigned(context.config, PURPOSE, signedText(operation, identity, filter, expires), signature))
    throw new AppError('linkExpired')
  return readerOf(account, found.role, homesOf(request))
}
