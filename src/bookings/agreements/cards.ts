import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { MoneyContext } from '../../money/context.ts'
import { forget } from '../../money/customers/methods.ts'
import type { PaymentIntent } from '../../money/stripe/intents.ts'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { BookingsContext } from '../context.ts'
import type { keptCard } from './schemas.ts'

/** The version of the wording; that of a consent has the beginning of the hash of its text besides. */
const WORDING = 1

/** A consent that a guest without an account can give with a payment. */
interface CardConsent {
  version: string
  text: string
}

type Facts = NonNullable<Awaited<ReturnType<typeof queries.agreements.findCardFacts>>>

/** The text of a consent, and what it names; undefined: there is nothing to charge later. Pure. */
function consentTo(
  { currency, balance_cents, balance_on, damage_cents }: Omit<Facts, 'owner_id'>,
  company: string | undefined,
  locale: Locale,
): CardConsent | undefined {
  const { words, pages } = texts(locale)
  const hasBalance = balance_cents !== null && balance_on !== null
  if (!hasBalance && damage_cents === 0) return undefined
  const text = pages.keepCard({
    company,
    balance: hasBalance ? { money: formatMoney(balance_cents, currency, locale), day: words.day(balance_on) } : null,
    damage: damage_cents > 0 ? formatMoney(damage_cents, currency, locale) : null,
  })
  return { version: `${WORDING}-${hash('sha256', text).slice(0, 12)}`, text }
}

type Offer = CardConsent & Facts

/** The consent that the page of a payment offers. */
export async function consentOffered(
  context: MoneyContext,
  db: Queryable,
  reservation_id: number | null,
  locale: Locale,
): Promise<Offer | undefined> {
  const facts = await queries.agreements.findCardFacts(db, { reservation_id })
  const consent = facts && consentTo(facts, (await context.brandOf(db, facts.owner_id))?.name, locale)
  return facts && consent && { ...facts, ...consent }
}

/**
 * Notes that a guest consents to the keeping of the card that pays, or that they do not. Returns whether the checkout keeps it.
 * @throws AppError 409 another text than the one of today.
 */
export async function consentToCard(
  context: MoneyContext,
  tx: Transaction,
  reservation_id: number,
  version: string | undefined,
  locale: Locale,
): Promise<boolean> {
  const offered = await consentOffered(context, tx, reservation_id, locale)
  if (version === undefined || !offered) {
    await queries.agreements.dropConsent(tx, { reservation_id })
    return false
  }
  if (version !== offered.version) throw new AppError('consentChanged')
  await queries.agreements.consent(tx, { ...offered, reservation_id, locale })
  return true
}

/** The text of a consent that a checkout of a stay shows. */
export const consentOf = async (db: Queryable, reservation_id: number | null): Promise<string | undefined> =>
  (await queries.agreements.findConsent(db, { reservation_id }))?.text

/** Keeps the card that has paid for a stay, where its guest consents; else the provider forgets it. Guests with an account save cards of their own. */
export async function keepCard(
  context: MoneyContext,
  tx: Transaction,
  { id: reservation_id, guest_id }: { id: number; guest_id: number | null },
  { keptMethod: method_id, customerId: customer_id }: PaymentIntent,
  isApplied: boolean,
): Promise<void> {
  if (guest_id !== null || method_id === undefined) return
  const isKept =
    isApplied &&
    customer_id !== undefined &&
    (await queries.agreements.keepCard(tx, { reservation_id, customer_id, method_id })) !== undefined
  if (!isKept) await forget(context, tx, method_id)
}

/** Charges a payment of a stay to the card that its guest has left for it, within their consent. Returns whether it will be. */
export async function chargeKeptCard(
  tx: Transaction,
  { id: payment_id, amount_cents }: { id: number; amount_cents: number },
  reservation_id: number,
  kind: 'balance' | 'damage',
): Promise<boolean> {
  const card = await queries.agreements.lockCard(tx, { reservation_id })
  const most = (kind === 'balance' ? card?.balance_cents : card?.damage_cents) ?? 0
  if (!card || amount_cents > most) return false
  const { customer_id, method_id } = card
  return (await queries.payments.insertChargeOfCard(tx, { payment_id, customer_id, method_id })) !== undefined
}

/** The consent of the guest of a stay; null: none. */
export async function findCard(db: Queryable, reservation_id: number): Promise<z.output<typeof keptCard> | null> {
  const row = await queries.agreements.showCard(db, { reservation_id })
  return row ? { ...row, damage_limit: fromCents(row.damage_cents) } : null
}

/** Withdraws the consent to keep a card, which the provider forgets. Nothing where there is none. */
export async function withdrawCard(context: BookingsContext, tx: Transaction, reservation_id: number): Promise<void> {
  const withdrawn = await queries.agreements.withdraw(tx, { reservation_id })
  if (withdrawn?.method_id) await forget(context, tx, withdrawn.method_id)
}

/** Forgets the cards of some stays, here and at the provider. The texts of the consents stay. */
export async function forgetCards(context: MoneyContext, tx: Transaction, reservation_ids: number[]): Promise<void> {
  for (const { method_id } of await queries.agreements.forgetCards(tx, { reservation_ids }))
    if (method_id !== null) await forget(context, tx, method_id)
}
