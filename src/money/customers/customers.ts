import { notifyPerson } from '../../accounts/notifications/notify.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { MoneyContext } from '../context.ts'
import { isGone } from '../stripe/calls.ts'
import { syncSubscription } from './subscriptions.ts'

/** A user who pays. */
export interface Payer {
  id: number
  email: string
  name: string
}

/** The user's customer at the provider; made when it is first needed. @throws AppError 503 */
export async function ensureCustomer(context: MoneyContext, { id, email, name }: Payer): Promise<string> {
  const { key, customer_id } = await queries.customers.upsert(context.db, { user_id: id })
  if (customer_id !== null) return customer_id
  const made = await context.payments.createCustomer(key, { email, name })
  await queries.customers.update(context.db, { user_id: id, customer_id: made })
  return made
}

/**
 * Calls the provider with the user's customer. One that is gone there is forgotten, and the call is repeated once with another
 * (docs/design/payments.md, "Objects that are gone").
 */
export async function withCustomer<T>(
  context: MoneyContext,
  payer: Payer,
  call: (customer_id: string) => Promise<T>,
): Promise<T> {
  const customer_id = await ensureCustomer(context, payer)
  try {
    return await call(customer_id)
  } catch (error) {
    if (!isGone(error, 'customer')) throw error
    await forgetCustomer(context, customer_id)
    return call(await ensureCustomer(context, payer))
  }
}

/**
 * Forgets a customer that is gone at the provider, with the saved cards, and looks at the subscriptions. Its user is notified of cards.
 * Running it again changes nothing. Returns false for a customer of another service.
 */
export async function forgetCustomer(context: MoneyContext, customer_id: string): Promise<boolean> {
  const forgotten = await transaction(context.db, async (tx) => {
    const customer = await queries.customers.forget(tx, { customer_id })
    if (!customer) return undefined
    const { user_id } = customer
    const cards = await queries.customers.deleteMethods(tx, { user_id })
    if (cards.length > 0) await notifyOfCards(context, tx, user_id, cards.length, customer_id)
    for (const subscription of await queries.customers.listSubscriptions(tx, { user_id }))
      await context.jobs.enqueue(tx, syncSubscription, subscription)
    return customer
  })
  return forgotten !== undefined
}

/** Takes over that a customer was deleted at the provider. Returns false for one of another service, or that is still there. */
export const customerChanged = async (context: MoneyContext, customer_id: string): Promise<boolean> =>
  !(await context.payments.hasCustomer(customer_id)) && forgetCustomer(context, customer_id)

/** Notifies a user that saved cards are gone; `gone`: the object of the provider that is. */
export const notifyOfCards = (context: MoneyContext, tx: Transaction, user_id: number, cards: number, gone: string) =>
  notifyPerson(context, tx, {
    user_id,
    content: { type: 'saved_cards_gone', cards },
    data: {},
    dedupe_key: `gone:${gone}`,
  })
