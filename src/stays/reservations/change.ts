import { guestRefund } from '../../homes/pricing/cancellation.ts'
import { type ChangedPrice, priceChange, refundOfChange } from '../../homes/pricing/price-change.ts'
import { type PricedStay, pricedStay } from '../../homes/pricing/priced-stay.ts'
import { MAX_NIGHTS } from '../../homes/pricing/schemas.ts'
import { lockManaged } from '../../homes/properties/write.ts'
import { loadPricing, type StayRequest } from '../../homes/rates/load.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, fieldProblem, invalid } from '../../platform/http/errors.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import { nightsBetween } from '../../platform/lib/days.ts'
import { MAXIMUM_CENTS } from '../../platform/lib/payable.ts'
import type { Identity } from '../../platform/plugins/authentication.ts'
import type { StaysContext } from '../context.ts'
import { followPrice, type MovedMoney, type PriceStep, repriceHold } from '../settlement/change-money.ts'
import { changesDocuments, correctDocuments } from '../settlement/correction.jobs.ts'
import { closeStaleHolds } from '../settlement/holds.ts'
import { closeRequest, findAsked } from '../stays/change-requests.ts'
import { expireClosedHolds } from '../stays/expiry.ts'
import { lockStay } from '../stays/lock-stay.ts'
import { notifyBoth, type Parties, stayNotice } from '../stays/notices.ts'
import { findForParty, hostActor } from '../stays/parties.ts'
import { orTaken } from '../stays/taken.ts'
import { move } from '../stays/transitions.ts'
import {
  assertChangeable,
  balanceDay,
  changed,
  hasOtherNights,
  isSame,
  keptPrice,
  versionOf,
  type Wanted,
} from './change-rules.ts'

export interface WantedChange extends Wanted {
  price: ChangedPrice
  reason: string
  /** The request of the guest that the change accepts. */
  change_request_id?: number | undefined
}

type Locked = NonNullable<Awaited<ReturnType<typeof queries.stays.lockForChange>>>
type Home = Awaited<ReturnType<typeof lockManaged>>

/** Effects of a change. Amounts in cents. */
export interface StayChange extends MovedMoney {
  reservation_id: number
  before: StayRequest & { total_cents: number }
  after: StayRequest & { total_cents: number }
  price: PricedStay
  /** Refund by the terms of before, today. */
  by_terms_cents: number
  /** Refunds of a guest who has paid the whole price of before, or of after, and cancels today. */
  refunds_today: { before_cents: number; after_cents: number }
}

/** The outcome of a dry run, thrown so that its savepoint is undone. */
class DryRun extends Error {
  readonly outcome: StayChange

  constructor(outcome: StayChange) {
    super('dry run')
    this.outcome = outcome
  }
}

/**
 * Changes a stay as its company (docs/design/domain.md, "Change of a stay"), or only says what that would do.
 * @throws AppError 400 days in the past, or a total below cleaning and tax, 403 a stay of one's own, 404 also for homes of others, 409 a state or
 * channel that does not allow it, taken nights, another account or currency, a payment in progress, a difference that the provider does not
 * take, a request that is closed, 503 when the provider cannot be asked about a stale hold.
 */
export async function changeStay(
  context: StaysContext,
  identity: Identity,
  reservation_id: number,
  request: WantedChange,
  dry_run: boolean,
): Promise<StayChange> {
  const find = (db: Queryable) => findForParty(db, identity, reservation_id, 'host')
  const stay = await find(context.db)
  const { change_request_id } = request
  const { today } = stay
  const isAsked = change_request_id !== undefined
  const asked = isAsked ? await findAsked(context.db, { reservation_id, request_id: change_request_id, today }) : {}
  const wanted = { ...request, ...asked }
  const { property_id = stay.property_id } = wanted
  if (property_id !== stay.property_id) await findTarget(context, context.db, identity, property_id, stay)
  return lockForChange(context, find, stay, wanted, async (tx, parties) => {
    if (dry_run) return previewChange(context, tx, identity, parties, wanted)
    const outcome = await change(context, tx, identity, parties, wanted)
    await markCarriedOut(tx)
    return outcome
  })
}

/**
 * Runs `work` under the locks of the homes of a stay and of its wanted version, whose stale holds have been closed.
 * @throws AppError 400 too few or too many nights, 409 taken nights.
 */
export async function lockForChange<T>(
  context: StaysContext,
  find: (db: Queryable) => Promise<Parties>,
  stay: Parties,
  wanted: Wanted,
  work: (tx: Transaction, parties: Parties) => Promise<T>,
): Promise<T> {
  const { property_id = stay.property_id, check_in = stay.check_in, check_out = stay.check_out } = wanted
  const nights = nightsBetween(check_in, check_out)
  if (nights < 1) throw invalid({ check_out: 'checkOutAfterCheckIn' })
  if (nights > MAX_NIGHTS) throw invalid({ check_out: fieldProblem('stayTooLong', { limit: MAX_NIGHTS }) })
  await closeStaleHolds(context, { property_id, check_in, check_out })
  try {
    return await lockStay(context, find, work, [property_id])
  } catch (error) {
    throw orTaken(error)
  }
}

/** Runs a change and undoes it. The caller holds the locks of `lockForChange`. */
export async function previewChange(
  context: StaysContext,
  tx: Transaction,
  identity: Identity,
  parties: Parties,
  wanted: WantedChange,
): Promise<StayChange> {
  try {
    return await transaction(tx, async (undone) => {
      throw new DryRun(await change(context, undone, identity, parties, wanted))
    })
  } catch (error) {
    if (error instanceof DryRun) return error.outcome
    throw error
  }
}

/** The home that a stay moves to. @throws AppError 404 for who does not manage it, 409 another account. */
async function findTarget(
  context: StaysContext,
  db: Queryable,
  identity: Identity,
  property_id: string,
  { owner_id }: Pick<Parties, 'owner_id'>,
): Promise<Home> {
  const home = await lockManaged(context, db, identity, property_id)
  if (home.owner_id !== owner_id) throw new AppError('otherAccount')
  return home
}

async function change(
  context: StaysContext,
  tx: Transaction,
  identity: Identity,
  parties: Parties,
  { price: wantedPrice, reason, change_request_id: request_id, ...wanted }: WantedChange,
): Promise<StayChange> {
  const reservation_id = parties.id
  await queries.payments.lockOfReservation(tx, { reservation_id })
  const row = await queries.stays.lockForChange(tx, { reservation_id })
  if (!row) throw new AppError('notFound')
  const { today } = row
  if (request_id !== undefined) await closeRequest(tx, { reservation_id, request_id, today }, 'accepted')
  const [before, after] = [versionOf(row), changed(row, wanted)]
  assertChangeable(row, after)
  const isRelocated = after.property_id !== before.property_id
  const home = isRelocated ? (await findTarget(context, tx, identity, after.property_id, parties)).title : parties.home
  const old = pricedStay.parse(row.quote)
  const price = await priceOf(tx, row, old, after, wantedPrice)
  const { check_in, check_out } = after
  const step: PriceStep = {
    stay: { ...parties, property_id: after.property_id, home, check_in, check_out },
    before: old,
    after: price,
    balance_due_on: balanceDay(row.balance_due_on, row, after),
    currency: row.currency,
    reason,
    created_by: identity.personId,
  }
  const isNothing = isSame(before, after) && price.total_cents === row.total_cents
  const money = isNothing ? NOTHING : await apply(context, tx, identity, row, after, step)
  return {
    reservation_id,
    before: { ...before, total_cents: row.total_cents },
    after: { ...after, total_cents: price.total_cents },
    price,
    by_terms_cents: refundOfChange(old, price, row.today),
    refunds_today: { before_cents: refundToday(old, row.today), after_cents: refundToday(price, row.today) },
    ...money,
  }
}

const NOTHING: MovedMoney = {
  payment_url: null,
  due_cents: 0,
  waived_cents: 0,
  refund_cents: 0,
  card_cents: 0,
  balance_cents: 0,
}

const refundToday = ({ cancellation, total_cents }: PricedStay, today: string): number =>
  guestRefund(cancellation, total_cents, total_cents, today)

/** @throws AppError 400 a total below cleaning and tax, 409 another currency, or a total that no provider takes. */
async function priceOf(
  tx: Transaction,
  row: Locked,
  old: PricedStay,
  after: StayRequest,
  wanted: ChangedPrice,
): Promise<PricedStay> {
  // The channel has sold it, at whatever home.
  if (row.source === 'channel') {
    if (wanted === 'keep') return old
    throw new AppError('changeAtChannel')
  }
  const input = await loadPricing(tx, after, { with_drafts: true })
  if (input.home.currency !== row.currency) throw new AppError('otherAccount')
  const is_same_home = after.property_id === row.property_id
  const price = priceChange(input, { price: old, stay: row, is_same_home }, wanted)
  if (!price) throw invalid({ 'price.amount': 'belowFees' })
  if (price.total_cents > MAXIMUM_CENTS) throw new AppError('unpayable')
  return price
}

/** Writes a change: its money, the stay, its nights, its documents, and who is told. */
async function apply(
  context: StaysContext,
  tx: Transaction,
  identity: Identity,
  row: Locked,
  after: StayRequest,
  step: PriceStep,
): Promise<MovedMoney> {
  const reservation_id = row.id
  const isHold = row.status === 'pending'
  const money = isHold ? await repriceHold(context, tx, step) : await followPrice(context, tx, step)
  const due_now_cents = isHold ? step.after.due_now_cents : row.due_now_cents
  const balance_due_on = isHold ? step.after.balance_due_on : step.balance_due_on
  const quote = keptPrice(step.after, due_now_cents, money.balance_cents, balance_due_on)
  const otherNights = hasOtherNights(row, after)
  if (otherNights) await queries.stays.releaseNights(tx, { reservation_id })
  const actor = { actor: hostActor(step.stay, identity), actor_id: identity.personId }
  const before = { ...versionOf(row), total_cents: row.total_cents }
  const { change_id, hold_expires_at } = await queries.stays.change(tx, {
    reservation_id,
    ...after,
    ...actor,
    quote,
    total_cents: quote.total_cents,
    due_now_cents,
    balance_due_on: quote.balance_due_on,
    reason: step.reason,
    change: { before, after: { ...after, total_cents: quote.total_cents } },
  })
  const { home: title, check_in, check_out } = step.stay
  await queries.payments.followStay(tx, { reservation_id, title, check_in, check_out, payable_until: hold_expires_at })
  if (otherNights) {
    await expireClosedHolds(context, tx, after)
    await queries.stays.takeNights(tx, { reservation_id })
    await context.freedNights.closeTaken(tx, row)
  }
  if (isHold && money.due_cents === 0)
    await move(context, tx, { reservation_id, to: 'confirmed', ...actor, reason: 'nothing due' })
  if (changesDocuments(step.before, step.after, after.property_id !== row.property_id))
    await context.jobs.enqueue(tx, correctDocuments, { reservation_id, change_id })
  const link = money.payment_url === null ? {} : { link: money.payment_url }
  await notifyBoth(context, tx, step.stay, {
    ...stayNotice('reservation_modified', step.stay, `modified:${change_id}`),
    ...link,
  })
  return money
}
