import { z } from 'zod'
import { type Endpoint, endpoint, get, none, ProviderError } from './endpoint.ts'
import { now, type Store, type StripeObject } from './store.ts'

/** Disputes: a guest asks their bank for a charge back. */

const movements = z.array(z.object({ amount: z.int(), currency: z.string() }))

interface Opening {
  /** `warning_…`: an inquiry, which takes no money; `prevented`: settled before it becomes a dispute. */
  status?: string
  amount?: number
  currency?: string
  reason?: string
  /** A prevented dispute that blocks the payment instead of returning it takes no money. */
  takesMoney?: boolean
}

/** One movement of the account's balance because of a dispute. */
const movement = (dispute: string, amount: number, currency: string) => ({
  id: `txn_${dispute}_${amount < 0 ? 'out' : 'in'}`,
  object: 'balance_transaction',
  amount,
  currency,
  created: now(),
  fee: 0,
  net: amount,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  source: dispute,
  status: 'available',
  type: 'adjustment',
})

/** The guest's bank takes the whole charge back until the dispute is decided. */
export function createDispute(store: Store, chargeId: string, opening: Opening = {}): StripeObject {
  const charge = get(store, chargeId, 'charge')
  const { status = 'needs_response', reason = 'fraudulent' } = opening
  const amount = opening.amount ?? Number(charge.amount) - Number(charge.amount_refunded)
  const currency = opening.currency ?? String(charge.currency)
  const isInquiry = status.startsWith('warning_')
  store.update(charge.id, { disputed: true })
  const { id } = store.create('du', 'dispute', {
    amount,
    balance_transactions: [],
    charge: charge.id,
    payment_intent: charge.payment_intent,
    currency,
    status,
    reason,
    is_charge_refundable: isInquiry,
    metadata: {},
  })
  const takesMoney = opening.takesMoney ?? !isInquiry
  const dispute = takesMoney ? move(store, id, -amount) : get(store, id, 'dispute')
  store.emit('charge.dispute.created', dispute)
  if (takesMoney) store.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

function move(store: Store, id: string, amount: number): StripeObject {
  const { balance_transactions, currency } = get(store, id, 'dispute')
  return store.update(id, {
    balance_transactions: [...movements.parse(balance_transactions), movement(id, amount, String(currency))],
  })
}

/** Money that a dispute has taken from the balance, in the smallest unit of its currency. */
export const takenBy = ({ balance_transactions }: StripeObject): number =>
  0 - movements.parse(balance_transactions).reduce((sum, { amount }) => sum + amount, 0)

/** Events that close a dispute. */
const CLOSED = ['won', 'lost', 'warning_closed', 'prevented']

/** Statuses in which the money has left. */
const TAKEN = ['needs_response', 'under_review', 'lost']

/** Moves a dispute to any status, as banks and appeals do: a won one gives the money back, a lost one takes it. */
export function moveDispute(store: Store, id: string, status: string): StripeObject {
  const dispute = get(store, id, 'dispute')
  const taken = takenBy(dispute)
  const isWon = status === 'won' || status === 'warning_closed'
  const amount = isWon ? taken : TAKEN.includes(status) ? taken - Number(dispute.amount) : 0
  if (amount !== 0) move(store, id, amount)
  const moved = store.update(id, { status, is_charge_refundable: isWon })
  const ofCharge = store.list('dispute', ({ charge }) => charge === moved.charge)
  store.update(String(moved.charge), { disputed: ofCharge.some(({ status }) => status !== 'won') })
  store.emit(CLOSED.includes(status) ? 'charge.dispute.closed' : 'charge.dispute.updated', moved)
  if (amount !== 0) store.emit(`charge.dispute.funds_${amount > 0 ? 'reinstated' : 'withdrawn'}`, moved)
  return moved
}

export function closeDispute(store: Store, id: string, status: 'won' | 'lost'): StripeObject {
  const dispute = get(store, id, 'dispute')
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw new ProviderError(400, 'This dispute is already closed')
  return moveDispute(store, id, status)
}

/** The card's bank takes a charge for fraud, before its guest disputes it. */
export function warnOfFraud(store: Store, chargeId: string): StripeObject {
  const charge = get(store, chargeId, 'charge')
  const warning = store.create('issfr', 'radar.early_fraud_warning', {
    actionable: charge.disputed !== true && charge.refunded !== true,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    fraud_type: 'unauthorized_use_of_card',
  })
  store.emit('radar.early_fraud_warning.created', warning)
  return warning
}

export const DISPUTE_ENDPOINTS: Endpoint[] = [
  endpoint('GET', '/v1/disputes/:id', none, (_input, id, { store }) => get(store, id, 'dispute')),
  // To close a dispute is to accept it.
  endpoint('POST', '/v1/disputes/:id/close', none, (_input, id, { store }) => closeDispute(store, id, 'lost')),
  endpoint('GET', '/v1/radar/early_fraud_warnings/:id', none, (_input, id, { store }) =>
    get(store, id, 'radar.early_fraud_warning'),
  ),
]
