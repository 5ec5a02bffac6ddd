import type { z } from 'zod'
import { createLinkSecret, hashSecret } from '../../accounts/auth/passwords.ts'
import { countOrRefuse, DAY_SECONDS } from '../../accounts/auth/throttle.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { assertBelow, countOfDay } from '../../accounts/quotas/quotas.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import type { HomeRight } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { showPerson } from '../../platform/http/person.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { assertVerified, type Identity } from '../../platform/plugins/authentication.ts'
import type { HomesContext } from '../context.ts'
import { homeRights, rightMissing, rightsOf } from './rights.ts'
import type { invitation, member, membership, offeredMembership } from './schemas.ts'
import { lockOwn } from './write.ts'

/** Whoever invites: nobody's mailbox is filled. */
const MAILS_TO_AN_ADDRESS = { limit: 5, seconds: DAY_SECONDS }

/** Who helps with a home, and who is invited to. @throws AppError 403 without the right `manage`, 404. */
export function listMembers(app: HomesContext, identity: Identity, property_id: string) {
  return transaction(app.db, async (tx) => {
    await lockOwn(app, tx, identity, property_id, 'manage')
    const members = await queries.properties.listMembers(tx, { property_id })
    const invitations = await queries.properties.listInvitations(tx, { property_id })
    return { members: members.map((row) => showMember(app, row)), invitations: invitations.map(showInvitation) }
  })
}

type MemberRow = Awaited<ReturnType<typeof queries.properties.listMembers>>[number]
type InvitationRow = Awaited<ReturnType<typeof queries.properties.listInvitations>>[number]

const showMember = (app: HomesContext, row: MemberRow): z.input<typeof member> => ({
  user: showPerson(app, { id: row.user_id, first_name: row.first_name, avatar: row.avatar }),
  email: row.email,
  rights: homeRights.parse(row.rights),
  created_at: row.created_at,
})

const showInvitation = (row: InvitationRow): z.input<typeof invitation> => ({
  ...row,
  rights: homeRights.parse(row.rights),
})

/** What somebody wants to change at a home, whose row is locked: changes of its members happen one after another. */
interface Change {
  tx: Transaction
  /** What they may do themselves. */
  own: readonly HomeRight[]
}

async function changing<T>(
  app: HomesContext,
  identity: Identity,
  property_id: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return transaction(app.db, async (tx) => {
    await lockOwn(app, tx, identity, property_id, 'manage')
    const own = identity.role === 'admin' ? homeRights.element.options : await rightsOf(tx, identity, property_id)
    return work({ tx, own })
  })
}

/** Nobody gives or takes a right that they do not have themselves. @throws AppError 403 with that right. */
function assertWithin(own: readonly HomeRight[], rights: readonly HomeRight[]): void {
  const beyond = rights.find((right) => !own.includes(right))
  if (beyond) throw rightMissing(beyond)
}

/**
 * Invites an address to help with a home, by mail. An address that is invited already gets a new key in place of the one before.
 * @param rights at least one.
 * @throws AppError 400 the owner's own address, or a member's, 403 beyond one's own rights, 404, 409 too many members, 429.
 */
export function inviteMember(
  app: HomesContext,
  identity: Identity,
  property_id: string,
  { email, rights }: { email: string; rights: HomeRight[] },
  locale: Locale,
): Promise<z.input<typeof invitation>> {
  assertVerified(identity)
  return changing(app, identity, property_id, async ({ tx, own }) => {
    assertWithin(own, rights)
    const { invitationsPerDay, membersPerHome } = app.config.quotas
    const { count, is_in } = await queries.properties.countMembers(tx, { property_id, email })
    if (is_in) throw invalid({ email: 'memberAlready' })
    assertBelow(membersPerHome, { count })
    const before = (await queries.properties.listInvitations(tx, { property_id })).find((row) => row.email === email)
    if (before) assertWithin(own, homeRights.parse(before.rights))
    await countOfDay(tx, 'invitations', identity.userId, { limit: invitationsPerDay })
    await countOrRefuse(tx, { key: `invitation-mail ${email}`, ...MAILS_TO_AN_ADDRESS })
    const { secret: key, hash: key_hash } = createLinkSecret()
    const invited_by = identity.userId
    const invited = await queries.properties.upsertInvitation(tx, { property_id, email, rights, key_hash, invited_by })
    await app.mail.enqueue(tx, {
      to: email,
      locale,
      content: { template: 'member_invitation', rights, key, link: app.frontEnd.invitation(key) },
    })
    return showInvitation(invited)
  })
}

/** Takes an invitation back. @throws AppError 403 beyond one's own rights, 404. */
export const withdrawInvitation = (app: HomesContext, identity: Identity, property_id: string, id: string) =>
  changing(app, identity, property_id, async ({ tx, own }) => {
    const gone = await queries.properties.deleteInvitation(tx, { property_id, id })
    if (!gone) throw new AppError('notFound')
    assertWithin(own, homeRights.parse(gone.rights))
  })

/** Changes what a member may do, and takes back what they have invited others to beyond that. @throws AppError 403, 404. */
export const changeMember = (
  app: HomesContext,
  identity: Identity,
  property_id: string,
  { user_id, rights }: { user_id: number; rights: HomeRight[] },
) =>
  changing(app, identity, property_id, async ({ tx, own }) => {
    const before = await findMember(tx, property_id, user_id)
    assertWithin(own, [...homeRights.parse(before.rights), ...rights])
    await queries.properties.updateMember(tx, { property_id, user_id, rights })
    const mayInvite = rights.includes('manage') ? rights : []
    await queries.properties.deleteInvitationsBeyond(tx, { property_id, user_id, rights: mayInvite })
    return showMember(app, { ...before, rights })
  })

/** Ends the help of all, in the transaction that archives the home. Who accepts meanwhile has come before, or comes too late. */
export async function endMembers(tx: Transaction, property_id: string): Promise<void> {
  await queries.properties.deleteInvitations(tx, { property_id })
  await queries.properties.deleteMembers(tx, { property_id })
}

/** Ends somebody's help, whoever they have invited meanwhile; everybody may end their own. @throws AppError 403, 404. */
export async function removeMember(app: HomesContext, identity: Identity, property_id: string, user_id: number) {
  const remove = async (tx: Transaction) => {
    await queries.properties.deleteMember(tx, { property_id, user_id })
    await queries.properties.deleteInvitationsBeyond(tx, { property_id, user_id, rights: [] })
  }
  if (user_id !== identity.userId)
    return changing(app, identity, property_id, async ({ tx, own }) => {
      assertWithin(own, homeRights.parse((await findMember(tx, property_id, user_id)).rights))
      await remove(tx)
    })
  return transaction(app.db, async (tx) => {
    // What they invite somebody to at the same time comes before, and ends with them.
    await queries.properties.lock(tx, { property_id })
    await findMember(tx, property_id, user_id)
    await remove(tx)
  })
}

async function findMember(tx: Transaction, property_id: string, user_id: number): Promise<MemberRow> {
  const members = await queries.properties.listMembers(tx, { property_id })
  const found = members.find((row) => row.user_id === user_id)
  if (!found) throw new AppError('notFound')
  return found
}

/** What somebody is invited to. @throws AppError 403 for another address, 404 an unknown key, one that was used, or older than 14 days. */
export async function findInvitation(
  db: Queryable,
  { userId: user_id }: Identity,
  key: string,
): Promise<Awaited<ReturnType<typeof queries.properties.findInvitation>> & object> {
  const found = await queries.properties.findInvitation(db, { key_hash: hashSecret(key), user_id })
  if (!found) throw new AppError('notFound')
  if (!found.is_theirs) throw new AppError('notInvited')
  return found
}

/** An invitation as who is invited sees it. */
export async function showOffer(
  app: HomesContext,
  identity: Identity,
  key: string,
): Promise<z.input<typeof offeredMembership>> {
  const { inviter_id: id, first_name, avatar, rights, ...offer } = await findInvitation(app.db, identity, key)
  return { ...offer, rights: homeRights.parse(rights), invited_by: showPerson(app, { id, first_name, avatar }) }
}

/** Accepts an invitation, once, as the account of its address, and tells the owner. @throws AppError 403, 404 as `findInvitation`. */
export async function acceptInvitation(
  app: HomesContext,
  identity: Identity,
  key: string,
): Promise<z.input<typeof membership>> {
  assertVerified(identity)
  const { userId: user_id } = identity
  return transaction(app.db, async (tx) => {
    // An account that is erased meanwhile helps nobody.
    if (!(await queries.auth.holdUser(tx, { user_id }))) throw new AppError('invalidToken')
    await findInvitation(tx, identity, key)
    const taken = await queries.properties.takeInvitation(tx, { key_hash: hashSecret(key), user_id })
    if (!taken) throw new AppError('notFound')
    const { id, property_id, owner_id, home } = taken
    const rights = homeRights.parse(taken.rights)
    await queries.properties.upsertMember(tx, { property_id, user_id, rights })
    await notify(app, tx, {
      user_id: owner_id,
      content: { type: 'member_joined', home },
      data: { property_id, user_id },
      dedupe_key: `member:${id}`,
      mail: 'always',
    })
    return { property_id, home, rights }
  })
}
