import { z } from 'zod'
import { LINE_CODES, LINES, type LineCode } from '../../homes/rates/lines.ts'
import { type Line, pricedStay } from '../../homes/rates/priced-stay.ts'
import type { Rules } from '../../homes/sellers/lawful.ts'
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
import type { PaymentKind } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { BookingsContext } from '../context.ts'
import { isOpen } from '../states/states.ts'
import { type Amounts, allocate, amountsOf, overdrawn, shares } from './allocation.ts'
import { rulesOfStay } from './seller-rules.ts'

/** Words of documents for the kinds of payment of a stay. */
type PartWords = Partial<Record<PaymentKind, string>>

/** Lines of the documents of a stay (docs/design/payments.md, "Lines of documents"). */

const supplements = z.array(z.object({ label: z.string(), amount_cents: z.int() }))

/** The contents of the invoice of a payment for a stay. */
export async function billOfStay(context: BookingsContext, tx: Transaction, payment: AppliedPayment): Promise<Bill> {
  const { reservation_id } = payment
  const { seller, billed, rules } = await pipeline({
    seller: queries.settlement.lockSeller(tx, payment),
    billed: readBilled(tx, payment),
    rules: reservation_id === null ? undefined : rulesOfStay(context, tx, reservation_id),
  })
  const { stay, documents } = billed
  const { locale, buyer } = stay
  const linesOf = (issuer: Issuer): DocumentLine[] =>
    payment.kind !== 'supplement' && reservation_id !== null
      ? linesOfPrice(stay, documents, payment.amount_cents, issuer, paymentLabel(payment, stay, documents))
      : supplements
          .parse(stay.supplements)
          .map(({ label, amount_cents }) => taxed({ code: 'supplement', label }, amount_cents, issuer.vat_hundredths))
  return { locale, buyer, seller, withheld: rules && withheldBy(rules, buyer), linesOf }
}

const business = z.object({ company: z.string().optional(), vat_number: z.string().optional() })

/** Why a seller with these rules issues no document to a buyer here; undefined: it may. Pure. */
export function withheldBy({ business_documents, documents }: Rules, buyer: unknown): Bill['withheld'] {
  const { company, vat_number } = business.parse(buyer)
  const { state, row } = company || vat_number ? business_documents : documents
  return state === 'off' ? { mention: row?.mention ?? null } : undefined
}

/** Describes a payment for a stay in the words of its confirmation. */
export async function describePayment(
  db: Queryable,
  { reservation_id, ...payment }: AppliedPayment,
): Promise<Description> {
  if (reservation_id === null) throw new Error(`payment ${payment.payment_id} is for no stay`)
  const { stay } = await findBilled(db, { reservation_id })
  const { locale, buyer } = stay
  const words = texts(locale).documents
  const booking = payment.amount_cents === stay.total_cents ? words.stay : words.deposit
  const parts: PartWords = {
    booking,
    balance: words.balance,
    change: words.change,
    supplement: words.supplement,
  }
  return { locale, buyer, label: [parts[payment.kind], stayLabel(stay)].join(' – ') }
}

/** The lines of the document of a refund of a part of the price. */
export async function refundOfPrice(
  tx: Transaction,
  { label, amount_cents, ...payment }: RefundedPayment,
  issuer: Issuer,
): Promise<DocumentLine[]> {
  const { stay, documents } = await readBilled(tx, payment)
  return linesOfPrice(stay, documents, amount_cents, issuer, ({ short }) => `${label}, ${short}`)
}

/** Reads a stay as `findBilled`, locked until the end of the transaction, so that its documents are written one after another. */
export async function readBilled(tx: Transaction, payment: Billed) {
  const { reservation_id } = payment
  if (reservation_id === null) throw new Error(`payment ${payment.payment_id} is for no stay`)
  const { found } = await pipeline({
    locked: queries.states.lock(tx, { reservation_id }),
    found: findBilled(tx, { ...payment, reservation_id }),
  })
  return found
}

/** A stay, and the payment whose supplements are read with it. */
type Billed = Pick<AppliedPayment, 'reservation_id'> & { payment_id?: number }

/** Finds the stay of a document, its money, the language of its guest, and the documents of its price so far. */
export async function findBilled(
  db: Queryable,
  { payment_id, reservation_id }: { payment_id?: number; reservation_id: number },
) {
  const { found, documents } = await pipeline({
    found: queries.settlement.findForInvoice(db, { payment_id, reservation_id }),
    documents: queries.settlement.listDocumented(db, { reservation_id }),
  })
  if (!found) throw new Error(`there is no stay ${reservation_id}`)
  const { language, quote, ...stay } = found
  return {
    stay: { ...stay, lines: pricedStay.parse(quote).lines, locale: nearestLocale(language) },
    documents: documents.map((one) => ({ ...one, lines: documentLines.parse(one.lines) })),
  }
}

type Read = Awaited<ReturnType<typeof findBilled>>
export type BilledStay = Read['stay']
export type Documented = Read['documents'][number]

/** A line of a document as its label needs it: `Accommodation × 3 – Casa, 3 – 5 May 2026`, or without quantity and days. */
export interface LineLabels {
  full: string
  short: string
}

/**
 * The lines of a document over a part of the price of a stay, which is negative for refunds: what its seller's documents then have together, less
 * what those before have. So the documents of a stay equal its price in amount and tax once it is paid whole, however often it has
 * changed. A seller documents what others have not, at the VAT rate of its latest document of the services of the stay. Pure.
 */
export function linesOfPrice(
  stay: BilledStay,
  documents: Documented[],
  amount_cents: number,
  { seller_id, vat_hundredths }: Issuer,
  labelOf: (line: LineLabels) => string,
): DocumentLine[] {
  const own = documents.filter((one) => one.seller_id === seller_id)
  const rate = rateOf(own) ?? vat_hundredths
  const before = documentedOf(own, stay.lines)
  const all_cents = centsOf(documents)
  const after = allocate(priceFor(stay, documents, seller_id), {
    is_owed: isOpen(stay.status),
    documented_cents: centsOf(own) + amount_cents,
    coming_cents: Math.max(0, stay.open_cents + stay.kept_cents - all_cents - amount_cents),
    elsewhere_cents: stay.undocumented_cents,
    refunded_cents: stay.refunded_cents,
  })
  return LINE_CODES.map((code): DocumentLine => {
    const [cents, vat_rate] = [after.get(code) ?? 0, vatRateOf({ code }, rate)]
    return {
      code,
      label: labelOf(labelsOf(code, stay)),
      amount_cents: cents - (before.amounts.get(code) ?? 0),
      vat_hundredths: vat_rate,
      vat_cents: vatWithin(cents, vat_rate) - (before.vat.get(code) ?? 0),
    }
  }).filter(isSomething)
}

/** The price of a stay without what other sellers have documented of it. Pure. */
function priceFor({ lines }: BilledStay, documents: Documented[], seller_id: number | null): Line[] {
  const others = documentedOf(
    documents.filter((one) => one.seller_id !== seller_id),
    lines,
  )
  return [...amountsOf(lines)].map(([code, cents]) => ({ code, amount_cents: cents - (others.amounts.get(code) ?? 0) }))
}

/** The VAT rate of the services in the latest of some documents that has any; undefined: none has. Pure. */
function rateOf(documents: Documented[]): number | undefined {
  const rates = documents.map(({ lines }) =>
    lines.filter(({ code }) => LINE_CODES.every((known) => known !== code || LINES[known].hasVat)),
  )
  const latest = rates.findLast((lines) => lines.length > 0)
  return latest && Math.max(...latest.map((line) => line.vat_hundredths))
}

const isSomething = (line: DocumentLine): boolean => line.amount_cents !== 0 || line.vat_cents !== 0

const centsOf = (documents: Pick<Documented, 'lines'>[]): number =>
  documents.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.amount_cents, 0)

interface Sums {
  amounts: Amounts
  vat: Amounts
}

/**
 * Amounts and VAT of documents by code. Those from before there were codes have a line for each rate: without VAT it is the tourist tax where
 * others of their seller have VAT, and otherwise all lines of the price. Pure.
 */
function documentedOf(documents: Documented[], price: Line[]): Sums {
  const sums: Sums = { amounts: new Map(), vat: new Map() }
  for (const own of Map.groupBy(documents, (one) => one.seller_id).values()) {
    const lines = own.flatMap((one) => one.lines)
    const uncoded = lines.filter(({ code }) => !isOfPriceLine(code))
    const hasVat = uncoded.some((line) => line.vat_hundredths > 0)
    for (const line of lines) {
      const known = LINE_CODES.find((code) => code === line.code)
      if (known) addTo(sums, known, line)
      else addUncoded(sums, line, price, hasVat)
    }
  }
  return sums
}

const isOfPriceLine = (name: string | undefined): boolean => LINE_CODES.some((code) => code === name)

function addTo({ amounts, vat }: Sums, code: LineCode, line: Pick<DocumentLine, 'amount_cents' | 'vat_cents'>): void {
  amounts.set(code, (amounts.get(code) ?? 0) + line.amount_cents)
  vat.set(code, (vat.get(code) ?? 0) + line.vat_cents)
}

/** Adds a line over one rate as shares of the lines of a price; the first takes what rounding leaves of the VAT. */
function addUncoded(sums: Sums, line: DocumentLine, price: Line[], hasVat: boolean): void {
  const { amount_cents, vat_hundredths, vat_cents } = line
  const codes = LINE_CODES.filter((code) => !hasVat || LINES[code].hasVat === vat_hundredths > 0)
  const parts = shares(amountsOf(price), codes, amount_cents)
  const [first, ...others] = parts.keys()
  // A price without such lines any more.
  if (first === undefined) return addTo(sums, codes[0] ?? 'accommodation', line)
  let left = vat_cents
  for (const code of others) {
    const cents = parts.get(code) ?? 0
    const vat = vatWithin(cents, vat_hundredths)
    left -= vat
    addTo(sums, code, { amount_cents: cents, vat_cents: vat })
  }
  addTo(sums, first, { amount_cents: parts.get(first) ?? 0, vat_cents: left })
}

/**
 * Finds wrong lines of documents, by amount: above the price of a stay that is owed, and tax that nobody owes or that no later document will
 * have (negative). Nothing is wrong that the document of a refund will change, and what is documented above the whole price is for the
 * nights. Pure.
 */
export function wrongLines(stay: BilledStay, documents: Documented[]): Amounts {
  const { lines, open_cents, kept_cents, undocumented_cents, refunded_cents } = stay
  const { amounts } = documentedOf(documents, lines)
  const documented_cents = centsOf(documents)
  if (stay.pending_cents > 0 || kept_cents < documented_cents) return new Map()
  const coming_cents = Math.max(0, open_cents + kept_cents - documented_cents)
  const [is_owed, elsewhere_cents] = [isOpen(stay.status), undocumented_cents]
  const wrong = is_owed ? overdrawn(lines, amounts) : new Map<LineCode, number>()
  if (documented_cents > stay.total_cents) wrong.delete('accommodation')
  const right = allocate(lines, { is_owed, documented_cents, coming_cents, elsewhere_cents, refunded_cents })
  const tax_cents = (amounts.get('tourist_tax') ?? 0) - (right.get('tourist_tax') ?? 0)
  if (is_owed ? tax_cents < 0 && coming_cents === 0 : tax_cents > 0) wrong.set('tourist_tax', tax_cents)
  return wrong
}

/** `Casa, 3 – 5 May 2026`. Pure. */
const stayLabel = ({
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
): (line: LineLabels) => string {
  const words = texts(stay.locale).documents
  const isWhole = amount_cents === stay.total_cents && centsOf(documents) === 0
  const parts: PartWords = { booking: words.deposit, balance: words.balance, change: words.change }
  return ({ full }) => (isWhole ? full : `${parts[kind]}, ${full}`)
}

/** The VAT rate within a line of a price, in hundredths of a percent. Pure. */
export const vatRateOf = ({ code }: Pick<Line, 'code'>, vat_hundredths: number): number =>
  LINES[code].hasVat ? vat_hundredths : 0

/** The labels of all lines of a code, as the price has them. Pure. */
function labelsOf(code: LineCode, stay: BilledStay): LineLabels {
  const { lines, locale, home } = stay
  const same = lines.filter((line) => line.code === code)
  const [line = { code, amount_cents: 0 }] = same
  const short = lineLabel({ code, amount_cents: 0 }, locale)
  return {
    full: `${same.length > 1 ? short : lineLabel(line, locale)} – ${stayLabel(stay)}`,
    short: `${short} – ${home}`,
  }
}

/** `Hébergement × 3`. Pure. */
export function lineLabel({ code, quantity }: Line, locale: Locale): string {
  const label = texts(locale).labels.line_code[code]
  return quantity === undefined || quantity === 1 ? label : `${label} × ${quantity}`
}
