import type { z } from 'zod'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { assertVerified, type Identity } from '../../platform/http/identity.ts'
import { showPerson } from '../../platform/http/person.ts'
import { type Grant, missingScope, scopeMissing } from '../../platform/http/scopes.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { assertOwn } from '../api-keys/keys.ts'
import { createLinkSecret, hashSecret } from '../auth/passwords.ts'
import { countOrRefuse, DAY_SECONDS } from '../auth/throttle.ts'
import type { AccountsContext } from '../context.ts'
import { notify } from '../notifications/notify.ts'
import { assertBelow, countOfDay, lockQuota } from '../quotas/quotas.ts'
import { scopesOfRole } from '../roles.ts'
import { type MemberChange, type member, type membership, type NewMember, type offer, role } from './schemas.ts'

/** Counted over all inviters, to protect the mailbox. */
const MAILS_TO_AN_ADDRESS = { limit: 5, seconds: DAY_SECONDS }

/** The place of a person in the team of an account, as it is now. */
export async function findMember(
  db: Queryable,
  member: { owner_id: number; user_id: number },
): Promise<Grant | undefined> {
  const found = await queries.team.findMember(db, member)
  // All of its homes are archived.
  if (!found || (!found.is_for_all && found.homes.length === 0)) return undefined
  const { id, role, homes, is_for_all: isForAll } = found
  return { id, kind: 'member', scopes: scopesOfRole(role), origins: [], homes, isForAll }
}

/** Refuses who would act on both sides of a stay. @throws AppError 403 for a member of the team of the owner of a home. */
export async function assertNotInTeam(db: Queryable, stay: { property_id: string; user_id: number }): Promise<void> {
  if ((await queries.team.isMember(db, stay)).found) throw new AppError('ownStay')
}

/** Owners are in the team for homes that are named. @throws AppError 400 */
function assertHomesNamed({ role, property_ids }: { role: string; property_ids: string[] | null }): void {
  if (role === 'owner' && property_ids === null) throw invalid({ property_ids: 'required' })
}

type Row = Awaited<ReturnType<typeof queries.team.list>>[number]

const showMember = (context: AccountsContext, row: Row): z.input<typeof member> => ({
  ...row,
  role: role.parse(row.role),
  user:
    row.user_id === null
      ? null
      : showPerson(context, { id: row.user_id, first_name: row.first_name ?? '', avatar: row.avatar }),
})

/** The homes of a grant that was not made for all. */
const someHomes = (grant: Grant | null): string[] | undefined =>
  grant === null || grant.isForAll ? undefined : (grant.homes ?? undefined)

const listFor = (db: Queryable, { userId: owner_id, grant }: Identity) =>
  queries.team.list(db, { owner_id, homes: someHomes(grant) })

export const listTeam = async (context: AccountsContext, identity: Identity) =>
  (await listFor(context.db, identity)).map((row) => showMember(context, row))

/**
 * A change of the team of an account. Changes happen one after another, and what the sender may do is read again under the lock: whoever is
 * removed at the same time invites nobody.
 */
function changing<T>(
  context: AccountsContext,
  identity: Identity,
  work: (tx: Transaction, present: Identity) => Promise<T>,
): Promise<T> {
  return transaction(context.db, async (tx) => {
    const { userId: owner_id, personId: user_id } = identity
    await lockQuota(tx, owner_id)
    if (!(await queries.auth.holdUser(tx, { user_id: owner_id }))) throw new AppError('invalidToken')
    if (identity.grant === null) return work(tx, identity)
    const grant = await findMember(tx, { owner_id, user_id })
    if (!grant) throw new AppError('notInTeam')
    const missing = missingScope({ grant }, ['team.write'])
    if (missing) throw scopeMissing(missing)
    return work(tx, { ...identity, grant })
  })
}

/**
 * Nobody gives or takes what they do not have themselves, and only the account itself makes managers.
 * @throws AppError 400 for homes that are not theirs, 403 beyond their own scopes or homes
 */
function assertWithin({ grant }: Identity, wanted: { role: string; property_ids: string[] | null }): void {
  if (grant === null) return
  const missing = missingScope({ grant }, scopesOfRole(wanted.role))
  if (missing) throw scopeMissing(missing)
  const homes = someHomes(grant)
  const isBeyond = homes && !wanted.property_ids?.every((id) => homes.includes(id))
  if (isBeyond || wanted.role === 'manager') throw new AppError('forbidden')
}

/**
 * Invites an address by mail. An address that is invited already gets a new key in place of the one before.
 * @throws AppError 400 an address of the team, 403 beyond one's own role or homes, 409 the team is full, 429.
 */
export function inviteMember(
  context: AccountsContext,
  identity: Identity,
  { email, ...wanted }: NewMember,
  locale: Locale,
): Promise<z.input<typeof member>> {
  assertVerified(identity)
  assertHomesNamed(wanted)
  const { userId: owner_id, personId: invited_by } = identity
  return changing(context, identity, async (tx, present) => {
    assertWithin(present, wanted)
    await assertOwn(tx, { ...present, role: 'owner' }, wanted.property_ids)
    const team = await queries.team.list(tx, { owner_id, homes: undefined })
    const before = team.find((row) => row.email.toLowerCase() === email)
    const [own] = await queries.notifications.listContacts(tx, { user_ids: [owner_id] })
    if (before?.user_id || own?.email.toLowerCase() === email) throw invalid({ email: 'memberAlready' })
    if (before) assertWithin(present, before)
    else assertBelow(context.config.quotas.teamSize, { count: team.length })
    await countOfDay(tx, 'invitations', invited_by, { limit: context.config.quotas.invitationsPerDay })
    await countOrRefuse(tx, { key: `invitation-mail ${email}`, ...MAILS_TO_AN_ADDRESS })
    const { secret: key, hash: key_hash } = createLinkSecret()
    const { id } = await queries.team.upsertInvitation(tx, { ...wanted, owner_id, email, key_hash, invited_by })
    const link = context.frontEnd.invitation(key)
    await context.mail.enqueue(tx, {
      to: email,
      locale,
      content: { template: 'team_invitation', role: wanted.role, key, link },
    })
    return showMember(context, await findIn(tx, present, id))
  })
}

async function findIn(tx: Transaction, identity: Identity, id: string): Promise<Row> {
  const found = (await listFor(tx, identity)).find((row) => row.id === id)
  if (!found) throw new AppError('notFound')
  return found
}

/** Changes a place in the team, or an invitation, and takes back what that person has invited others to beyond it. @throws AppError 400, 403, 404. */
export const changeMember = (context: AccountsContext, identity: Identity, id: string, change: MemberChange) =>
  changing(context, identity, async (tx, present) => {
    const before = await findIn(tx, present, id)
    const { role: wanted = role.parse(before.role), property_ids = before.property_ids } = change
    assertWithin(present, before)
    assertWithin(present, { role: wanted, property_ids })
    assertHomesNamed({ role: wanted, property_ids })
    await assertOwn(tx, { ...present, role: 'owner' }, change.property_ids)
    await queries.team.update(tx, { id, owner_id: present.userId, role: wanted, property_ids })
    if (before.user_id !== null) await context.releaseTasks(tx, { owner_id: present.userId, user_id: before.user_id })
    const mayInvite = scopesOfRole(wanted).includes('team.write')
    if (!mayInvite || property_ids !== null) await takeBack(tx, present.userId, before, mayInvite ? property_ids : null)
    return showMember(context, await findIn(tx, present, id))
  })

const takeBack = async (tx: Transaction, owner_id: number, { user_id }: Row, homes: string[] | null): Promise<void> =>
  user_id === null
    ? undefined
    : queries.team.deleteInvitationsBeyond(tx, { owner_id, user_id, homes: homes ?? undefined })

/** Ends a place in a team, or an invitation; everybody may end their own place. @throws AppError 403, 404. */
export async function removeMember(context: AccountsContext, identity: Identity, id: string): Promise<void> {
  const places = await queries.team.listMemberships(context.db, { user_id: identity.personId })
  const own = places.find((place) => place.id === id)
  return changing(context, own ? { ...identity, userId: own.owner_id, grant: null } : identity, async (tx, present) => {
    const row = await findIn(tx, present, id)
    assertWithin(present, row)
    await queries.team.delete(tx, { id, owner_id: present.userId })
    if (row.user_id !== null) {
      await queries.notifications.deleteCopies(tx, { user_id: row.user_id, account_id: present.userId })
      await context.releaseTasks(tx, { owner_id: present.userId, user_id: row.user_id })
    }
    await takeBack(tx, present.userId, row, null)
  })
}

export async function listMemberships(
  context: AccountsContext,
  { personId: user_id }: Identity,
): Promise<z.input<typeof membership>[]> {
  const rows = await queries.team.listMemberships(context.db, { user_id })
  return rows.map((row) => ({ ...row, ...roleOf(row), account: accountOf(context, row) }))
}

const roleOf = (row: { role: string }) => ({ role: role.parse(row.role), scopes: [...scopesOfRole(row.role)] })

const accountOf = (context: AccountsContext, row: { owner_id: number; first_name: string; avatar: string | null }) =>
  showPerson(context, { id: row.owner_id, first_name: row.first_name, avatar: row.avatar })

/**
 * Subject of an invitation.
 * @throws AppError 403 for another address, or one that is not verified, 404 an unknown key, one that was used, or older than 14 days.
 */
async function findInvitation(db: Queryable, identity: Identity, key: string) {
  assertVerified(identity)
  const found = await queries.team.findInvitation(db, { key_hash: hashSecret(key), user_id: identity.personId })
  if (!found) throw new AppError('notFound')
  if (!found.is_theirs) throw new AppError('notInvited')
  return found
}

export async function showOffer(
  context: AccountsContext,
  identity: Identity,
  key: string,
): Promise<z.input<typeof offer>> {
  const found = await findInvitation(context.db, identity, key)
  const brand = await context.brandOf(context.db, found.owner_id)
  return { ...found, role: role.parse(found.role), account: accountOf(context, found), company: brand?.name ?? null }
}

/** Accepts an invitation, once, as the account of its address, and notifies the inviting account. @throws AppError 403, 404 as `findInvitation`. */
export async function acceptInvitation(
  context: AccountsContext,
  identity: Identity,
  key: string,
): Promise<z.input<typeof membership>> {
  const user_id = identity.personId
  return transaction(context.db, async (tx) => {
    const { owner_id } = await findInvitation(tx, identity, key)
    await lockQuota(tx, owner_id)
    // An account that is erased at the same time has no team, and is in none.
    for (const id of [owner_id, user_id])
      if (!(await queries.auth.holdUser(tx, { user_id: id }))) throw new AppError('notFound')
    // Their address stays from here on.
    const invitation = await findInvitation(tx, identity, key)
    const accepted = await queries.team.accept(tx, { key_hash: hashSecret(key), user_id })
    if (!accepted) throw new AppError('notFound')
    // A member who had more homes until now may lose some.
    await context.releaseTasks(tx, { owner_id, user_id })
    const joined = { ...accepted, ...roleOf(accepted) }
    await notify(context, tx, {
      user_id: owner_id,
      content: { type: 'member_joined', role: joined.role },
      data: { team_member_id: joined.id, user_id },
      property_id: null,
      dedupe_key: `team:${joined.id}:${hashSecret(key).toString('base64url')}`,
      mail: 'always',
    })
    return { ...joined, account: accountOf(context, invitation) }
  })
}
