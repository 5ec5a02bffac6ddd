import { lockManaged } from '../../homes/properties/write.ts'
import type { StayRequest } from '../../homes/rates/load.ts'
import type { ChangedPrice } from '../../homes/rates/price-change.ts'
import { MAX_NIGHTS } from '../../homes/rates/price-schemas.ts'
import { pricedStay } from '../../homes/rates/priced-stay.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, fieldProblem, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import { daysBetween } from '../../platform/lib/days.ts'
import type { BookingsContext } from '../context.ts'
import { followPrice, type MovedMoney, type PriceStep, repriceHold } from '../settlement/change-money.ts'
import { settleOwed } from '../settlement/collected.ts'
import { settleOverdueHolds } from '../settlement/holds.ts'
import { closeRequest, findAsked } from '../states/change-requests.ts'
import { lockStay } from '../states/lock-stay.ts'
import { notifyBoth, type Parties, stayNotice } from '../states/notices.ts'
import { type Decider, findForParty, hostActor } from '../states/parties.ts'
import { orTaken } from '../states/taken.ts'
import { move } from '../states/transitions.ts'
import { findSelling, refusalOf } from './at-channel.ts'
import { assertChangeable, changed, continuationOf, isSame, keptPrice, versionOf, type Wanted } from './change-rules.ts'
import { daysOf, type Locked, outcomeOf, priceOf, type StayChange, stepOf, writeChange } from './change-steps.ts'
import { continueStay } from './continuation.ts'

export interface WantedChange extends Wanted {
  price: ChangedPrice
  reason: string
  /** The day on which a guest in the house moves to another home; by default today there. */
  from?: string | undefined
  /** The company has changed it at its channel, which does not say so itself. */
  done_at_channel?: boolean | undefined
  /** The request of the guest that the change accepts. */
  change_request_id?: number | undefined
}

type Home = Awaited<ReturnType<typeof lockManaged>>

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
 * take, a request that is closed, 503 when the provider cannot be asked about an overdue hold.
 */
export async function changeStay(
  context: BookingsContext,
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
    const changing = { tx, identity, parties, wanted }
    if (dry_run) return previewChange(context, changing)
    const outcome = await change(context, changing)
    await markCarriedOut(tx)
    return outcome
  })
}

/** The change of a stay under the locks of `lockForChange`, and the person who decides on it. */
interface Changing {
  tx: Transaction
  identity: Decider
  parties: Parties
  wanted: WantedChange
}

/**
 * Runs `work` under the locks of the homes of a stay and of its wanted version, whose overdue holds have been closed.
 * @throws AppError 400 too few or too many nights, 409 taken nights.
 */
export async function lockForChange<T>(
  context: BookingsContext,
  find: (db: Queryable) => Promise<Parties>,
  stay: Parties,
  wanted: Wanted,
  work: (tx: Transaction, parties: Parties) => Promise<T>,
): Promise<T> {
  const { property_id = stay.property_id, check_in = stay.check_in, check_out = stay.check_out } = wanted
  const nights = daysBetween(check_in, check_out)
  if (nights < 1) throw invalid({ check_out: 'checkOutAfterCheckIn' })
  if (nights > MAX_NIGHTS) throw invalid({ check_out: fieldProblem('stayTooLong', { limit: MAX_NIGHTS }) })
  await settleOverdueHolds(context, { property_id, check_in, check_out })
  try {
    return await lockStay(context, find, work, [property_id])
  } catch (error) {
    throw orTaken(error)
  }
}

/** Runs a change and undoes it. */
export async function previewChange(context: BookingsContext, changing: Changing): Promise<StayChange> {
  try {
    return await transaction(changing.tx, async (tx) => {
      throw new DryRun(await change(context, { ...changing, tx }))
    })
  } catch (error) {
    if (error instanceof DryRun) return error.outcome
    throw error
  }
}

/** The home that a stay moves to. @throws AppError 404 for who does not manage it, 409 another account. */
async function findTarget(
  context: BookingsContext,
  db: Queryable,
  identity: Decider,
  property_id: string,
  { owner_id }: Pick<Parties, 'owner_id'>,
): Promise<Home> {
  const home = await lockManaged(context, db, identity, property_id)
  if (home.owner_id !== owner_id) throw new AppError('otherAccount')
  return home
}

async function change(context: BookingsContext, changing: Changing): Promise<StayChange> {
  const { tx, identity, parties } = changing
  const { price, reason, from, change_request_id: request_id, done_at_channel, ...wanted } = changing.wanted
  const reservation_id = parties.id
  await queries.payments.lockOfReservation(tx, { reservation_id })
  const row = await queries.states.lockForChange(tx, { reservation_id })
  if (!row) throw new AppError('notFound')
  const { today } = row
  if (request_id !== undefined) await closeRequest(tx, { reservation_id, request_id, today }, 'accepted')
  const [before, after] = [versionOf(row), changed(row, wanted)]
  const isRelocated = after.property_id !== before.property_id
  const findTitle = async () => (await findTarget(context, tx, identity, after.property_id, parties)).title
  const by = { reason, created_by: identity.personId }
  if (isRelocated && row.status === 'checked_in') {
    const next = { after: continuationOf(row, after, from), home: await findTitle(), price }
    return continueStay(context, tx, identity, { row, parties, by, next })
  }
  if (from !== undefined) throw invalid({ from: 'onlyInHouse' })
  const isMoved = !isSame({ ...after, property_id: row.property_id }, before) || price !== 'keep'
  const selling = await findSelling(context, tx, row)
  const refusal = selling === 'ours' || isMoved ? refusalOf(selling, 'changeAtChannel', done_at_channel) : undefined
  if (refusal) throw refusal
  assertChangeable(row, after, selling === 'ours' || done_at_channel)
  if (done_at_channel) await queries.states.markDoneAtChannel(tx, { reservation_id })
  const home = isRelocated ? await findTitle() : parties.home
  const prices = { before: pricedStay.parse(row.quote), after: await priceOf(tx, row, after, price) }
  const step = stepOf(row, { ...parties, ...daysOf(after), home }, prices, by)
  const isNothing = isSame(before, after) && prices.after.total_cents === row.total_cents
  const money = isNothing
    ? NOTHING
    : await apply(context, { tx, identity, row, after, step, before_home: parties.home })
  return outcomeOf(row, after, prices, money)
}

const NOTHING: MovedMoney = {
  payment_url: null,
  due_cents: 0,
  waived_cents: 0,
  refund_cents: 0,
  card_cents: 0,
  balance_cents: 0,
}

interface Applied extends Pick<Changing, 'tx' | 'identity'> {
  row: Locked
  after: StayRequest
  step: PriceStep
  /** The title of the home before. */
  before_home: string
}

/** Writes a change: its money, the stay, its nights, its documents and its notifications. */
async function apply(
  context: BookingsContext,
  { tx, identity, row, after, step, before_home }: Applied,
): Promise<MovedMoney> {
  const isHold = row.status === 'pending'
  // The money of a stay of a channel follows from the stay as it is written.
  const isOwed = !isHold && row.source === 'channel'
  const follow = isHold ? repriceHold : followPrice
  const money = isOwed ? NOTHING : await follow(context, tx, step)
  const due_now_cents = isHold ? step.after.due_now_cents : row.due_now_cents
  const balance_due_on = isHold ? step.after.balance_due_on : step.balance_due_on
  const quote = keptPrice(step.after, due_now_cents, money.balance_cents, balance_due_on)
  const actor = { actor: hostActor(step.stay, identity), actor_id: identity.personId }
  const change_id = await writeChange(context, tx, { row, after, step, quote, actor })
  if (isOwed) await settleOwed(context, tx, step.stay)
  if (isHold && money.due_cents === 0)
    await move(context, tx, { reservation_id: row.id, to: 'confirmed', ...actor, reason: 'nothing due' })
  const link = money.payment_url === null ? {} : { link: money.payment_url }
  await notifyBoth(context, tx, step.stay, {
    ...stayNotice('reservation_modified', step.stay, `modified:${change_id}`),
    ...link,
    before: {
      ...daysOf(row),
      home: before_home,
      guests: row.adults + row.children + row.infants,
      total_cents: row.total_cents,
    },
  })
  return money
}
