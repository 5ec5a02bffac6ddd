import { randomBytes } from 'node:crypto'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import type { OauthProvider, UserRole } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { oneLine } from '../../platform/lib/text.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import type { TokenOwner } from '../../platform/plugins/tokens.ts'
import type { AccountsContext } from '../context.ts'
import type { ExternalProfile } from './providers.ts'
import { sendVerification } from './verification.ts'

interface Account extends TokenOwner {
  role: UserRole
}

/**
 * The account that an external identity signs in to: its linked account, the account of its provider-verified address,
 * or a new one. An address that the provider does not vouch for is verified by a mail, as at a registration
 * (docs/design/api.md, "Accounts").
 * @throws AppError 400 no address, 409 the address has an account and the provider has not verified it.
 */
export async function signInExternally(
  context: AccountsContext,
  provider: OauthProvider,
  profile: ExternalProfile,
  locale: Locale,
): Promise<Account> {
  const { subject, email } = profile
  const linked = await queries.auth.findByIdentity(context.db, { provider, subject })
  if (linked) return linked
  if (email === undefined) throw new AppError('oauthNoEmail')
  return transaction(context.db, async (tx) => {
    await queries.auth.lockEmail(tx, { email })
    // A concurrent sign-in may have linked the identity meanwhile.
    const meanwhile = await queries.auth.findByIdentity(tx, { provider, subject })
    if (meanwhile) return meanwhile
    const account =
      (await existingAccount(context, tx, email, profile.emailVerified)) ??
      (await open(context, tx, email, profile, locale))
    await queries.auth.insertIdentity(tx, { provider, subject, user_id: account.id })
    return account
  })
}

async function existingAccount(
  context: AccountsContext,
  tx: Transaction,
  email: string,
  emailVerified: boolean,
): Promise<Account | undefined> {
  const account = await queries.auth.findByEmail(tx, { email })
  if (!account) return undefined
  if (!emailVerified) throw new AppError('oauthUnlinked')
  if (account.verified) return account
  const claimed = await queries.auth.claimUnverified(tx, { user_id: account.id })
  await queries.auth.deletePending(tx, { user_id: account.id })
  // An impostor who registered the address may have linked an identity of their own.
  await queries.auth.deleteIdentities(tx, { user_id: account.id })
  await context.bus.disconnect(tx, account.id)
  return { ...account, ...claimed }
}

async function open(
  context: AccountsContext,
  tx: Transaction,
  email: string,
  { firstName, lastName, emailVerified }: ExternalProfile,
  locale: Locale,
): Promise<Account> {
  const name =
    email
      .split('@')[0]
      ?.replaceAll(/[^\p{L}\d._-]/gu, '')
      .slice(0, 20) || 'user'
  const account = await queries.auth.insertExternalUser(tx, {
    username: `${name}-${randomBytes(4).toString('hex')}`,
    first_name: oneLine(firstName).slice(0, 100) || name,
    last_name: oneLine(lastName).slice(0, 100),
    email,
    locale,
    is_verified: emailVerified,
  })
  if (!emailVerified) await sendVerification(context, tx, { id: account.id, email, locale })
  return account
}
