import { repeatsPassword } from '../../accounts/auth/own-password.ts'
import { eraseNotifications } from '../../accounts/notifications/erasure.ts'
import { lockOwn, wrongPassword } from '../../accounts/users/change.ts'
import { closeInquiries, eraseStays } from '../../bookings/states/erasure.ts'
import { eraseSubscriptions } from '../../channels/channel-manager/erasure.ts'
import { eraseMessages } from '../../conversations/messages/erasure.ts'
import { eraseReviews } from '../../conversations/reviews/erasure.ts'
import { eraseStayMessages } from '../../conversations/stay-messages/erasure.ts'
import { eraseHomes } from '../../homes/properties/erasure.ts'
import { eraseArrivals } from '../../hosting/arrival/home.ts'
import { eraseTasks } from '../../hosting/tasks/erasure.ts'
import { deleteMethods } from '../../money/customers/methods.ts'
import { erasePayments } from '../../money/payments/erasure.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { storeEntries } from '../../platform/db/commits.ts'
import { queries } from '../../platform/db/queries.ts'
import { eraseEvents } from '../../platform/events/erasure.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { OperationsContext } from '../context.ts'

/** Deletes the mails to a person: jobs keep their payload for an hour after success, failed ones for a year. */
async function eraseMails(_context: OperationsContext, tx: Transaction, user_id: number): Promise<string[]> {
  const person = await queries.auth.listAddresses(tx, { user_id })
  // Among them those that this transaction causes.
  await storeEntries(tx)
  if (person) await queries.jobs.deleteMails(tx, person)
  return []
}

/** Erases what a module has about a person, in one transaction with the others. Returns files to remove after the commit. */
type Erasure = (context: OperationsContext, tx: Transaction, userId: number) => Promise<string[]>

/**
 * In this order: the closing of inquiries tells people of the account, and causes mails, which are erased as well; feeds belong to
 * homes, and the account itself is emptied last.
 */
const ERASURES: Erasure[] = [
  closeInquiries,
  eraseNotifications,
  eraseMails,
  async (_app, tx, user_id) => {
    const homes = await queries.properties.listIdsOfOwner(tx, { user_id })
    await queries.calendars.erase(tx, { property_ids: homes.map(({ id }) => id) })
    await queries.travellers.erase(tx, { user_id })
    await queries.policies.erase(tx, { user_id })
    await queries.idempotency.erase(tx, { user_id })
    await queries.webhookEndpoints.erase(tx, { user_id })
    await queries.webhookEndpoints.pauseOfStaff(tx, { user_id })
    await queries.properties.eraseExternalIds(tx, { user_id })
    await queries.states.eraseImported(tx, { user_id })
    await queries.messageTemplates.erase(tx, { user_id })
    await queries.apiKeys.erase(tx, { user_id })
    await queries.team.erase(tx, { user_id })
    await queries.sessions.erase(tx, { user_id })
    await queries.secondFactor.deleteAll(tx, { user_id })
    return []
  },
  eraseArrivals,
  eraseHomes,
  async (_app, tx, user_id) => {
    await queries.sellers.erase(tx, { user_id })
    await queries.agreements.lockAll(tx, { user_id })
    await queries.agreements.erase(tx, { user_id })
    const company = await queries.company.erase(tx, { user_id })
    return company?.logo ? [company.logo] : []
  },
  eraseSubscriptions,
  eraseMessages,
  eraseStayMessages,
  eraseTasks,
  eraseReviews,
  eraseStays,
  erasePayments,
  eraseEvents,
]

/**
 * Erases an account: names, addresses, pictures, notifications and subscriptions are deleted; reservations and payments stay without a
 * name for accounting. @throws AppError 400 wrong password, 401 when the token was revoked meanwhile, 409 while stays
 * are current or to come, 429 after wrong passwords.
 */
export async function eraseAccount(
  context: OperationsContext,
  { userId, tokenVersion }: Pick<Identity, 'userId' | 'tokenVersion'>,
  currentPassword: string | undefined,
): Promise<void> {
  const isOwner = await repeatsPassword(context.db, userId, currentPassword)
  const files = await transaction(context.db, async (tx) => {
    await lockOwn(tx, userId, tokenVersion)
    if (!isOwner) throw invalid(wrongPassword(currentPassword))
    const files: string[] = []
    for (const erase of ERASURES) files.push(...(await erase(context, tx, userId)))
    // Counted after the inquiries: one that was accepted while this transaction waited for it is a stay to come.
    const obligations = await queries.states.countObligations(tx, { user_id: userId })
    if (obligations.total > 0) throw new AppError('owesStays')
    const { avatar } = await queries.auth.erase(tx, { user_id: userId })
    await deleteMethods(context, tx, userId)
    // The audit entries of the data erased above still contain it.
    await queries.audit.erase(tx, { user_id: userId })
    await context.bus.disconnect(tx, userId)
    return avatar === null ? files : [avatar, ...files]
  })
  for (const path of files) await context.storage.remove(path)
}
