import type { z } from 'zod'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { assertVerified, type Identity, isStaff } from '../../platform/http/identity.ts'
import type { AccountsContext } from '../context.ts'
import { notify } from '../notifications/notify.ts'
import { assertBelow, lockQuota } from '../quotas/quotas.ts'
import { apiKey, type KeyChange, type NewKey, problemsOf } from './schemas.ts'
import { newSecret } from './secret.ts'

type Row = Awaited<ReturnType<typeof queries.apiKeys.list>>[number]

export const showKey = ({ total: _, scopes, ...row }: Row): z.input<typeof apiKey> => ({
  ...row,
  scopes: apiKey.shape.scopes.parse(scopes),
})

/**
 * Makes a key for homes of an account, and notifies its owner.
 * @throws AppError 400 for homes that are not theirs, 403 before the e-mail address is verified, 409 when there are too many.
 */
export async function createKey(context: AccountsContext, identity: Identity, { property_ids, ...wanted }: NewKey) {
  assertVerified(identity)
  const user_id = identity.userId
  const homes = property_ids && [...new Set(property_ids)]
  const { key, ...kept } = newSecret(wanted.kind)
  return transaction(context.db, async (tx) => {
    await lockQuota(tx, user_id)
    assertBelow(context.config.quotas.apiKeysPerAccount, await queries.apiKeys.count(tx, { user_id }))
    await assertOwn(tx, identity, homes)
    const { id } = await queries.apiKeys.insert(tx, { ...wanted, ...kept, user_id, property_ids: homes })
    const [row] = await queries.apiKeys.list(tx, { user_id, id, limit: 1, offset: 0 })
    if (!row) throw new AppError('notFound')
    await notifyOwner(context, tx, user_id, row)
    return { ...showKey(row), key }
  })
}

/** @throws AppError 400 when some of these distinct homes are not the account's; the staff may name any. */
export async function assertOwn(
  tx: Transaction,
  identity: Identity,
  property_ids: string[] | null | undefined,
): Promise<void> {
  if (property_ids == null) return
  const who = { user_id: identity.userId, is_staff: isStaff(identity) }
  const { count } = await queries.apiKeys.countHomes(tx, { ...who, property_ids })
  if (count < property_ids.length) throw invalid({ property_ids: 'unknown' })
}

/** Mail the account about each new key, whatever its settings: it may not have made it. */
const notifyOwner = (
  context: AccountsContext,
  tx: Transaction,
  user_id: number,
  { id, name, prefix }: Row,
): Promise<boolean> =>
  notify(context, tx, {
    user_id,
    content: { type: 'api_key_created', name, prefix },
    data: { api_key_id: id },
    property_id: null,
    dedupe_key: `api-key:${id}`,
    mail: 'always',
  })

/**
 * Changes the name and the origins of a key, and takes scopes from it.
 * @throws AppError 400 for a scope that it lacks, or that its kind has not; 404 also for those of others
 */
export async function changeKey(
  context: AccountsContext,
  { userId: user_id }: Identity,
  id: string,
  change: KeyChange,
) {
  return transaction(context.db, async (tx) => {
    const find = async () => (await queries.apiKeys.list(tx, { user_id, id, limit: 1, offset: 0 }))[0]
    const known = await find()
    if (!known) throw new AppError('notFound')
    const { kind, scopes, origins } = showKey(known)
    const problems = problemsOf({ kind, scopes: change.scopes ?? scopes, origins: change.origins ?? origins })
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const nothing = { name: undefined, scopes: undefined, origins: undefined }
    if (!(await queries.apiKeys.update(tx, { ...nothing, ...change, id, user_id })))
      throw invalid({ scopes: 'scopeAdded' })
    return showKey((await find()) ?? known)
  })
}

/** Ends a key: the next request with it is refused, on every node. @throws AppError 404 also for those of others, and the second time. */
export async function deleteKey(context: AccountsContext, { userId: user_id }: Identity, id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (!(await queries.apiKeys.delete(tx, { id, user_id }))) throw new AppError('notFound')
  })
}
