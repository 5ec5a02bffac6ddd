import { z } from 'zod'
import { LINE_CODES, LINES, type LineCode } from '../../homes/pricing/lines.ts'
import { type Line, pricedStay } from '../../homes/pricing/priced-stay.ts'
import { documentLines } from '../../money/invoices/document.ts'
import { taxed, vatWithin } from '../../money/invoices/vat.ts'
import type {
  AppliedPayment,
  Bill,
  Description,
  DocumentLine,
  Issuer,
  RefundedPayment,
} from '../../money/payments/plugin.ts'
import { pipeline, type Queryable, type Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { StaysContext } from '../context.ts'
import { isOpen } from '../stays/states.ts'
import { type Amounts, allocate, amountsOf, overdrawn, shares } from './allocation.ts'
import { rulesOfStay } from './seller-rules.ts'

/** Lines of the documents of a stay (docs/design/payments.md, "Lines of documents"). */

const supplements = z.array(z.object({ label: z.string(), amount_cents: z.int() }))

/** The contents of the invoice of a payment for a stay. */
export async function billOfStay(context: StaysContext, tx: Transaction, payment: AppliedPayment): Promise<Bill> {
  const { reservation_id } = payment
  const seller = await queries.settlement.lockSeller(tx, payment)
  const { stay, documents } = await readBilled(tx, payment)
  const { locale, buyer } = stay
  const linesOf = (issuer: Issuer): DocumentLine[] =>
    payment.kind !== 'supplement' && reservation_id !== null
      ? linesOfPrice(stay, documents, payment.amount_cents, issuer, paymentLabel(payment, stay, documents))
      : supplements
          .parse(stay.supplements)
          .map(({ label, amount_cents }) => taxed({ code: 'supplement', label }, amount_cents, issuer.vat_hundredths))
  const withheld = await withheldOf(context, tx, reservation_id, buyer)
  return { locale, buyer, seller, withheld, linesOf }
}

const business = z.object({ company: z.string().optional(), vat_number: z.string().optional() })

/** Why the seller of a stay issues no document to a buyer here; undefined: it may. */
export async function withheldOf(
  context: StaysContext,
  tx: Transaction,
  reservation_id: number | null,
  buyer: unknown,
): Promise<Bill['withheld']> {
  if (reservation_id === null) return undefined
  const rules = await rulesOfStay(context, tx, reservation_id)
  const { company, vat_number } = business.parse(buyer)
  const { state, row } = company || vat_number ? rules.business_documents : rules.documents
  return state === 'off' ? { mention: row?.mention ?? null } : undefined
}

/** A payment for a stay in the words of its confirmation. */
export async function describePayment(db: Queryable, payment: AppliedPayment): Promise<Description> {
  const found = await queries.settlement.findForInvoice(db, payment)
  if (!found) throw new Error(`payment ${payment.payment_id} is for no stay`)
  const { language, buyer, ...stay } = found
  const locale = nearestLocale(language)
  const words = texts(locale).documents
  const booking = payment.amount_cents === stay.total_cents ? words.stay : words.deposit
  const parts = { booking, balance: words.balance, change: words.change, supplement: words.supplement }
  return { locale, buyer, label: `${parts[payment.kind]} – ${stayLabel({ ...stay, locale })}` }
}

/** The lines of the document of a refund of a part of the price. */
export async function refundOfPrice(
  tx: Transaction,
  { label, amount_cents, ...payment }: RefundedPayment,
  issuer: Issuer,
): Promise<DocumentLine[]> {
  const { stay, documents } = await readBilled(tx, payment)
  return linesOfPrice(stay, documents, amount_cents, issuer, (line) => `${label}, ${line}`)
}

/**
 * The stay that a document is about, its money, the language of its guest, and the documents of its price so far. The stay is locked until the
 * end of the transaction, so they are written one after another.
 */
export async function readBilled(tx: Transaction, payment: Pick<AppliedPayment, 'payment_id' | 'reservation_id'>) {
  const { reservation_id } = payment
  if (reservation_id === null) throw new Error(`payment ${payment.payment_id} is for no stay`)
  const { found, documents } = await pipeline({
    locked: queries.stays.lock(tx, { reservation_id }),
    found: queries.settlement.findForInvoice(tx, payment),
    documents: queries.settlement.listDocumented(tx, { reservation_id }),
  })
  if (!found) throw new Error(`payment ${payment.payment_id} is for no stay`)
  const { language, quote, ...stay } = found
  return {
    stay: { ...stay, lines: pricedStay.parse(quote).lines, locale: nearestLocale(language) },
    documents: documents.map((one) => ({ ...one, lines: documentLines.parse(one.lines) })),
  }
}

type Read = Awaited<ReturnType<typeof readBilled>>
export type BilledStay = Read['stay']
export type Documented = Read['documents'][number]

/**
 * The lines of a document over a part of the price of a stay, which is negative for refunds: what its seller's documents then have together, less
 * what those before have. So the documents of a stay equal its price in amount and tax once it is paid whole, however often it has
 * changed. A seller keeps the VAT rate of its documents of a stay. Pure.
 * @param labelOf the label of a line, from that of the line of the price.
 */
export function linesOfPrice(
  stay: BilledStay,
  documents: Documented[],
  amount_cents: number,
  { seller_id, vat_hundredths }: Issuer,
  labelOf: (line: string) => string,
): DocumentLine[] {
  const own = documents.filter((one) => one.seller_id === seller_id).flatMap(({ lines }) => lines)
  const rate = Math.max(0, ...own.map((line) => line.vat_hundredths)) || vat_hundredths
  const before = documentedOf(own, stay.lines)
  const [own_cents, all_cents] = [centsOf(own), centsOf(documents.flatMap(({ lines }) => lines))]
  const after = allocate(stay.lines, {
    is_owed: isOpen(stay.status),
    documented_cents: own_cents + amount_cents,
    coming_cents: Math.max(0, stay.open_cents + stay.kept_cents - all_cents - amount_cents),
    elsewhere_cents: stay.undocumented_cents + all_cents - own_cents,
    refunded_cents: stay.refunded_cents,
  })
  return LINE_CODES.map((code): DocumentLine => {
    const [cents, vat_rate] = [after.get(code) ?? 0, vatRateOf({ code }, rate)]
    return {
      code,
      label: labelOf(`${labelOfCode(code, stay)} – ${stayLabel(stay)}`),
      amount_cents: cents - (before.amounts.get(code) ?? 0),
      vat_hundredths: vat_rate,
      vat_cents: vatWithin(cents, vat_rate) - (before.vat.get(code) ?? 0),
    }
  }).filter(isSomething)
}

const isSomething = (line: DocumentLine): boolean => line.amount_cents !== 0 || line.vat_cents !== 0

const centsOf = (lines: DocumentLine[]): number => lines.reduce((sum, line) => sum + line.amount_cents, 0)

/**
 * Amounts and VAT of documents by code. Those from before there were codes have a line for each rate: without VAT it is the tourist tax where
 * other lines have VAT, and otherwise all lines of the price. Pure.
 */
export function documentedOf(documented: DocumentLine[], price: Line[]): { amounts: Amounts; vat: Amounts } {
  const [amounts, vat]: [Amounts, Amounts] = [new Map(), new Map()]
  const add = (sums: Amounts, code: LineCode, cents: number) => sums.set(code, (sums.get(code) ?? 0) + cents)
  const hasVat = documented.some((line) => line.vat_hundredths > 0)
  for (const { code: name, amount_cents, vat_hundredths, vat_cents } of documented) {
    const known = LINE_CODES.find((code) => code === name)
    if (known) {
      add(amounts, known, amount_cents)
      add(vat, known, vat_cents)
      continue
    }
    const codes = LINE_CODES.filter((code) => !hasVat || LINES[code].hasVat === vat_hundredths > 0)
    const parts = shares(amountsOf(price), codes, amount_cents)
    const [first = 'accommodation', ...others] = parts.keys()
    for (const [code, cents] of parts) add(amounts, code, cents)
    const ofOthers = others.map((code) => [code, vatWithin(parts.get(code) ?? 0, vat_hundredths)] as const)
    for (const [code, cents] of ofOthers) add(vat, code, cents)
    add(vat, first, vat_cents - ofOthers.reduce((sum, [, cents]) => sum + cents, 0))
    // A price without these lines any more.
    if (parts.size === 0) add(amounts, first, amount_cents)
  }
  return { amounts, vat }
}

/**
 * Finds lines of documents above the price of a stay that is owed, and tax that nobody owes any more. Documents of more than the price, and
 * those that a refund will change, are not wrong. Pure.
 */
export function wrongLines(
  { lines, status, total_cents, pending_cents }: Pick<BilledStay, 'lines' | 'status' | 'total_cents' | 'pending_cents'>,
  documented: DocumentLine[],
): Amounts {
  const { amounts } = documentedOf(documented, lines)
  const documented_cents = centsOf(documented)
  if (isOpen(status)) return documented_cents > total_cents ? new Map() : overdrawn(lines, amounts)
  const nothing = { coming_cents: 0, elsewhere_cents: 0, refunded_cents: 0 }
  const kept = allocate(lines, { is_owed: false, documented_cents, ...nothing })
  const tax_cents = (amounts.get('tourist_tax') ?? 0) - (kept.get('tourist_tax') ?? 0)
  return pending_cents === 0 && tax_cents > 0 ? new Map([['tourist_tax', tax_cents]]) : new Map()
}

/** `Casa, 3 – 5 May 2026`. Pure. */
export const stayLabel = ({
  home,
  check_in,
  check_out,
  locale,
}: Pick<BilledStay, 'home' | 'check_in' | 'check_out' | 'locale'>) =>
  `${home}, ${texts(locale).words.days(check_in, check_out)}`

/** Labels of the lines of a payment, which name it unless it pays the whole price. Pure. */
function paymentLabel(
  { kind, amount_cents }: Pick<AppliedPayment, 'kind' | 'amount_cents'>,
  stay: BilledStay,
  documents: Documented[],
): (line: string) => string {
  const words = texts(stay.locale).documents
  const isWhole = amount_cents === stay.total_cents && centsOf(documents.flatMap(({ lines }) => lines)) === 0
  const part = { booking: words.deposit, balance: words.balance, change: words.change, supplement: '' }[kind]
  return isWhole ? (line) => line : (line) => `${part}, ${line}`
}

/** The VAT rate within a line of a price, in hundredths of a percent. Pure. */
export const vatRateOf = ({ code }: Pick<Line, 'code'>, vat_hundredths: number): number =>
  LINES[code].hasVat ? vat_hundredths : 0

/** The label of all lines of a code, as the price has it. Pure. */
function labelOfCode(code: LineCode, { lines, locale }: Pick<BilledStay, 'lines' | 'locale'>): string {
  const same = lines.filter((line) => line.code === code)
  const [line = { code, amount_cents: 0 }] = same
  return same.length > 1 ? lineLabel({ code, amount_cents: 0 }, locale) : lineLabel(line, locale)
}

/** `Hébergement × 3`. Pure. */
export function lineLabel({ code, quantity }: Line, locale: Locale): string {
  const label = texts(locale).labels.line_code[code]
  return quantity === undefined || quantity === 1 ? label : `${label} × ${quantity}`
}
