import type { StayRequest } from '../../homes/rates/load.ts'
import { type ChangedPrice, refundOfChange } from '../../homes/rates/price-change.ts'
import { pricedStay } from '../../homes/rates/priced-stay.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { carryAway, payContinuation } from '../settlement/carry.ts'
import type { PriceStep } from '../settlement/change-money.ts'
import { expireOverdueHolds } from '../states/expiry.ts'
import { notifyBoth, type Parties, stayNotice } from '../states/notices.ts'
import { type Decider, hostActor } from '../states/parties.ts'
import { keptPrice, versionOf } from './change-rules.ts'
import {
  daysOf,
  type Locked,
  outcomeOf,
  priceOf,
  refundToday,
  type StayChange,
  stepOf,
  writeChange,
} from './change-steps.ts'

export interface WantedContinuation {
  row: Locked
  parties: Parties
  by: Pick<PriceStep, 'reason' | 'created_by'>
  /** The continuation, the title of its home, and the price of both stays. */
  next: { after: StayRequest; home: string; price: ChangedPrice }
}

/**
 * Shortens a stay whose guest is in the house, and continues it at another home (docs/design/domain.md, "A guest in the house moves"). The
 * caller holds the locks of both calendars, of the payments and of the stay.
 * @throws AppError 400 a total below cleaning and tax, 409 taken nights, another currency, a payment in progress, or an amount that the
 * provider does not take.
 */
export async function continueStay(
  context: BookingsContext,
  tx: Transaction,
  identity: Decider,
  { row, parties, by, next }: WantedContinuation,
): Promise<StayChange> {
  const { today, currency } = row
  const before = pricedStay.parse(row.quote)
  const shortened = { ...versionOf(row), check_out: next.after.check_in }
  const first = await priceOf(tx, row, shortened, 'requote')
  const total_cents = next.price === 'keep' ? before.total_cents : next.price
  const rest = total_cents === 'requote' ? total_cents : total_cents - first.total_cents
  const second = await priceOf(tx, row, next.after, rest)
  const prices = { before, after: first }
  const step = stepOf(row, { ...parties, ...daysOf(shortened) }, prices, by)
  const continued = { total_cents: second.total_cents, today }
  const { carried_cents, due_cents, undocumented, ...money } = await carryAway(context, tx, step, continued)
  const actor = { actor: hostActor(parties, identity), actor_id: identity.personId }
  const quote = keptPrice(first, row.due_now_cents, money.balance_cents, step.balance_due_on)
  const change_id = await writeChange(context, tx, { row, after: shortened, step, quote, actor })
  const kept = keptPrice(second, second.total_cents, 0, null)
  const { id } = await queries.states.insertContinuation(tx, {
    ...next.after,
    ...actor,
    ...{ continues: row.id, reason: by.reason, quote: kept },
    ...{ total_cents: kept.total_cents, due_now_cents: kept.due_now_cents },
  })
  await context.copyTravellers(tx, row.id, id)
  await expireOverdueHolds(context, tx, next.after)
  await queries.states.takeNights(tx, { reservation_id: id })
  await context.departureTasks.followStay(tx, id)
  const stay = { ...parties, ...daysOf(next.after), id, home: next.home }
  const payer = { stay, currency, today, created_by: by.created_by }
  const payment_url = await payContinuation(context, tx, payer, { carried_cents, due_cents, undocumented })
  const notice = {
    ...stayNotice('reservation_modified', stay, `modified:${change_id}`),
    before: { home: parties.home },
  }
  await notifyBoth(context, tx, stay, payment_url === null ? notice : { ...notice, link: payment_url })
  const outcome = outcomeOf(row, shortened, prices, { ...money, due_cents, payment_url })
  const { before_cents, after_cents } = outcome.refunds_today
  const both = { ...first, nightly: [...first.nightly, ...second.nightly], lines: [...first.lines, ...second.lines] }
  return {
    ...outcome,
    by_terms_cents: refundOfChange(before, both, today),
    refunds_today: { before_cents, after_cents: after_cents + refundToday(second, today) },
    continuation: {
      reservation_id: id,
      stay: { ...next.after, total_cents: second.total_cents },
      price: second,
      carried_cents,
    },
  }
}
