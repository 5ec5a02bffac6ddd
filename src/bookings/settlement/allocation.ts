import { LINE_CODES, LINES, type LineCode } from '../../homes/rates/lines.ts'

/** Lines of a price that documented money pays for (docs/design/payments.md, "Lines of documents"). Amounts in cents. Pure. */

/** The money of a stay once a document of its price is written. */
export interface Standing {
  /** True while the stay is held, takes place or took place: its guest owes each line. */
  is_owed: boolean
  /** In all documents of the seller, with the new one. */
  documented_cents: number
  /** In documents to come: what is open, or was received and is not documented yet. */
  coming_cents: number
  /** Received without a document, or with one of another seller. */
  elsewhere_cents: number
  /** Refunded so far. */
  refunded_cents: number
}

/** Amounts by the codes of the lines. */
export type Amounts = Map<LineCode, number>

interface PriceLine {
  code: LineCode
  amount_cents: number
}

/** The order in which a discount takes from a price. Reductions of the nights go with the nights. */
const LAYERS = [...Map.groupBy(LINE_CODES, (code) => LINES[code].with ?? code).values()]

const TAXES = LINE_CODES.filter((code) => !LINES[code].hasVat)
const SERVICES = LINE_CODES.filter((code) => LINES[code].hasVat)
const BY_RULE = SERVICES.filter((code) => LINES[code].refunded === 'by_rule')
const WHOLE_SERVICES = SERVICES.filter((code) => LINES[code].refunded === 'in_full')

/** The amount of each line, in the order of the layers. */
export function amountsOf(lines: PriceLine[]): Amounts {
  const codes = LINE_CODES.filter((code) => lines.some((line) => line.code === code))
  return new Map(codes.map((code) => [code, sumOf(lines.filter((line) => line.code === code))]))
}

const sumOf = (lines: { amount_cents: number }[]): number => lines.reduce((sum, line) => sum + line.amount_cents, 0)

const totalOf = (amounts: Amounts, codes: readonly LineCode[]): number =>
  codes.reduce((sum, code) => sum + (amounts.get(code) ?? 0), 0)

/**
 * The lines that all documents of a seller have together. While the lines are owed, tourist tax stands on the last documents of the price, and
 * a refund that nobody asks for again is a discount of the services. Money that is kept of an abandoned stay pays for its nights first. What is
 * documented above the price goes to the nights.
 */
export function allocate(lines: PriceLine[], standing: Standing): Amounts {
  const price = amountsOf(lines)
  return standing.is_owed
    ? ofOwed(price, standing)
    : fill(price, standing.documented_cents, [BY_RULE, WHOLE_SERVICES, TAXES])
}

function ofOwed(
  price: Amounts,
  { documented_cents, coming_cents, elsewhere_cents, refunded_cents }: Standing,
): Amounts {
  const missing = totalOf(price, [...price.keys()]) - documented_cents - coming_cents - elsewhere_cents
  const discounted = discount(price, Math.max(0, Math.min(missing, refunded_cents)))
  const tax_cents = totalOf(discounted, TAXES)
  const last = Math.max(tax_cents - coming_cents, documented_cents - totalOf(discounted, SERVICES), 0)
  const taxes = Math.min(last, tax_cents, Math.max(0, documented_cents))
  return new Map([...fill(discounted, documented_cents - taxes, [SERVICES]), ...shares(discounted, TAXES, taxes)])
}

/** The price less an amount, which its layers lose one after another. */
function discount(price: Amounts, cents: number): Amounts {
  const left = new Map(price)
  let rest = cents
  for (const layer of LAYERS) {
    const whole = Math.max(0, totalOf(price, layer))
    const taken = Math.min(rest, whole)
    rest -= taken
    for (const [code, amount] of shares(price, layer, whole - taken)) left.set(code, amount)
  }
  return left
}

/** An amount in the lines of a price, one group after another; the nights take what is above all of them. */
function fill(price: Amounts, cents: number, groups: readonly (readonly LineCode[])[]): Amounts {
  const filled: Amounts = new Map()
  let rest = cents
  for (const group of groups) {
    const part = Math.min(rest, Math.max(0, totalOf(price, group)))
    rest -= part
    for (const [code, amount] of shares(price, group, part)) filled.set(code, amount)
  }
  if (rest !== 0) filled.set('accommodation', (filled.get('accommodation') ?? 0) + rest)
  return filled
}

/**
 * The same share of each line of a group; together they are `cents`. Sums are rounded, and not the shares: so each share lies between zero and
 * its line as long as `cents` lies between zero and the group.
 */
export function shares(price: Amounts, group: readonly LineCode[], cents: number): Amounts {
  const total = totalOf(price, group)
  const parts: Amounts = new Map()
  let [before, sum] = [0, 0]
  for (const code of group) {
    const whole = price.get(code)
    if (whole === undefined) continue
    sum += whole
    const until = total === 0 ? 0 : scale(sum, cents, total)
    parts.set(code, until - before)
    before = until
  }
  return parts
}

/** `cents * part / total`, rounded half up in its size, beyond the range of exact floating-point products. */
function scale(cents: number, part: number, total: number): number {
  const sizeOf = (value: number) => BigInt(Math.abs(value))
  const size = (2n * sizeOf(cents) * sizeOf(part) + sizeOf(total)) / (2n * sizeOf(total))
  const isNegative = (cents < 0 !== part < 0) !== total < 0
  return isNegative ? 0 - Number(size) : Number(size)
}

/** Subtracts what a price has of each line from its documents; negative where they have less than nothing. */
export function overdrawn(lines: PriceLine[], documented: Amounts): Amounts {
  const price = amountsOf(lines)
  const above: Amounts = new Map()
  for (const [code, cents] of documented) {
    const whole = price.get(code) ?? 0
    const within = Math.min(Math.max(cents, Math.min(0, whole)), Math.max(0, whole))
    if (cents !== within) above.set(code, cents - within)
  }
  return above
}
