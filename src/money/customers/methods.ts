import { z } from 'zod'
import { limitReached } from '../../accounts/quotas/quotas.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { MoneyContext } from '../context.ts'
import type { ProviderMethod } from '../stripe/cards.ts'
import { notifyOfCards, type Payer, withCustomer } from './customers.ts'

/** Forgets a payment method at the provider. */
export const detachMethod = defineJob({
  name: 'customers.detach-method',
  needs: 'payments',
  payload: z.object({ method_id: z.string() }),
  run: (context: MoneyContext, { method_id }) => context.payments.detachMethod(method_id),
})

interface NewMethod {
  method_id: string
  is_default: boolean
}

/**
 * Saves a payment method of a user (docs/design/payments.md, "Saved cards"). The first one is the default; the same card
 * again keeps its row, with its new expiry. Returns the row, and whether it is new.
 * @throws AppError 400 no usable payment method, 401 the account was erased meanwhile, 402 the bank refuses it, 503 the provider cannot be reached.
 */
export async function saveMethod(context: MoneyContext, user: Payer, { method_id, is_default }: NewMethod) {
  const method = await withCustomer(context, user, (customer) => context.payments.attachMethod(method_id, customer))
  const saved = await transaction(context.db, (tx) => keepOrForget(context, tx, user.id, method, is_default))
  if (saved === 'erased') throw new AppError('invalidToken')
  if (saved === 'full') throw limitReached(context.config.quotas.paymentMethodsPerAccount)
  return saved
}

/** Keeps a payment method that its user has saved as such, or has the provider forget it. */
async function keepOrForget(
  context: MoneyContext,
  tx: Transaction,
  user_id: number,
  method: ProviderMethod,
  is_default: boolean,
) {
  await queries.customers.lock(tx, { user_id })
  if (await queries.auth.findErased(tx, { user_id })) {
    await forget(context, tx, method.method_id)
    return 'erased'
  }
  const known = await queries.customers.findSameCard(tx, { user_id, ...method })
  if (!known && (await isFull(context, tx, user_id))) {
    await forget(context, tx, method.method_id)
    return 'full'
  }
  if (is_default) await queries.customers.clearDefault(tx, { user_id })
  if (!known) return { isNew: true, row: await queries.customers.insertMethod(tx, { user_id, ...method, is_default }) }
  if (known.method_id !== method.method_id) await forget(context, tx, method.method_id)
  const wanted = { ...method, id: known.id, is_default: is_default || known.is_default }
  return { isNew: false, row: await queries.customers.updateMethod(tx, wanted) }
}

async function isFull({ config }: MoneyContext, db: Queryable, user_id: number): Promise<boolean> {
  const { count } = await queries.customers.countMethods(db, { user_id })
  return count >= config.quotas.paymentMethodsPerAccount
}

/**
 * The address of a page of the provider on which a user saves a card.
 * @throws AppError 409 when there are as many as there may be, 502 and 503 of the provider.
 */
export async function openSetup(
  context: MoneyContext,
  user: Payer,
  return_url = context.frontEnd.home(),
): Promise<string> {
  if (await isFull(context, context.db, user.id)) throw limitReached(context.config.quotas.paymentMethodsPerAccount)
  const open = (customer: string) => context.payments.openSetup(customer, return_url)
  return context.checkoutUrl(await withCustomer(context, user, open))
}

/** Keeps the payment method that was saved on a page of `openSetup`. Running it again changes nothing. False: of another service. */
export async function finishSetup(context: MoneyContext, method_id: string): Promise<boolean> {
  const method = await context.payments.findMethod(method_id)
  const customer_id = method?.customer_id ?? null
  const owner = customer_id === null ? undefined : await queries.customers.findUser(context.db, { customer_id })
  if (!method || !owner) return false
  await transaction(context.db, (tx) => keepOrForget(context, tx, owner.user_id, method, false))
  return true
}

/** A minute: by then a request that saves the same payment method has committed. */
export const SYNC_SECONDS = 60

/** Takes over a payment method as it is at the provider, where a checkout saves it, or support removes it. */
export const syncMethod = defineJob({
  name: 'customers.sync-method',
  needs: 'payments',
  payload: z.object({ method_id: z.string() }),
  async run(context: MoneyContext, { method_id }) {
    const method = await context.payments.findMethod(method_id)
    const known = await queries.customers.findMethod(context.db, { method_id })
    const customer_id = method?.customer_id ?? null
    const owner = customer_id === null ? undefined : await queries.customers.findUser(context.db, { customer_id })
    if (known && known.user_id !== owner?.user_id) {
      await transaction(context.db, async (tx) => {
        if (await dropMethod(tx, known)) await notifyOfCards(context, tx, known.user_id, 1, method_id)
      })
    }
    if (method && owner) await transaction(context.db, (tx) => keepMethod(context, tx, owner.user_id, method))
  },
})

/** Makes a payment method the default. @throws AppError 404. */
export const chooseDefault = (context: MoneyContext, user_id: number, id: number) =>
  transaction(context.db, async (tx) => {
    await queries.customers.lock(tx, { user_id })
    await queries.customers.clearDefault(tx, { user_id })
    const chosen = await queries.customers.setDefault(tx, { user_id, id })
    if (!chosen) throw new AppError('notFound')
    return chosen
  })

/** Deletes the row of a payment method; the newest of the others takes its place as the default. */
async function dropMethod(tx: Transaction, { id, user_id }: { id: number; user_id: number }) {
  await queries.customers.lock(tx, { user_id })
  const deleted = await queries.customers.deleteMethod(tx, { user_id, id })
  if (deleted?.is_default) await queries.customers.setNewestDefault(tx, { user_id })
  return deleted
}

/** A card that is saved already under another id, and one that would be too many, stays as it is: its id may be needed for a balance. */
async function keepMethod(context: MoneyContext, tx: Transaction, user_id: number, method: ProviderMethod) {
  await queries.customers.lock(tx, { user_id })
  if (await queries.auth.findErased(tx, { user_id })) return forget(context, tx, method.method_id)
  const known = await queries.customers.findSameCard(tx, { user_id, ...method })
  if (!known && (await isFull(context, tx, user_id))) return
  if (!known) await queries.customers.insertMethod(tx, { user_id, ...method, is_default: false })
  else if (known.method_id === method.method_id) await queries.customers.updateMethod(tx, { ...method, ...known })
}

/** Deletes a user's payment method, here and at the provider. @throws AppError 404. */
export async function deleteMethod(context: MoneyContext, user_id: number, id: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    const deleted = await dropMethod(tx, { id, user_id })
    if (!deleted) throw new AppError('notFound')
    await forget(context, tx, deleted.method_id)
  })
}

/** Deletes the saved payment methods of a user, here and at the provider, in the transaction that erases the account. */
export async function deleteMethods(context: MoneyContext, tx: Transaction, user_id: number): Promise<void> {
  await queries.customers.lock(tx, { user_id })
  const saved = await queries.customers.deleteMethods(tx, { user_id })
  for (const { method_id } of saved) await forget(context, tx, method_id)
}

/** Tells the provider to forget a payment method, after the commit. */
export const forget = (context: MoneyContext, tx: Transaction, method_id: string): Promise<void> =>
  context.jobs.enqueue(tx, detachMethod, { method_id })
