import { overdrawn } from '../../src/bookings/settlement/allocation.ts'
import { LINE_CODES, LINES } from '../../src/homes/rates/lines.ts'
import { pricedStay } from '../../src/homes/rates/priced-stay.ts'
import { documentLines } from '../../src/money/invoices/document.ts'
import { vatWithin } from '../../src/money/invoices/vat.ts'
import type { Queryable } from '../../src/platform/db/client.ts'
import type { Random } from './random.ts'

/** Random stories of the money of one stay, on rules alone or on a service, and what holds after each step of them. */

/** Events of stories; a run has each of them. */
export const KINDS = [
  ...['tax', 'two rates', 'children', 'deposit', 'cash', 'dearer', 'cheaper', 'deleted entry', 'part refunded'],
  ...['whole refunded', 'lost dispute', 'dispute won again', 'channel', 'imported', 'failed refund', 'relocated'],
  ...['another seller', 'another rate', 'cancelled by guest', 'cancelled by company', 'no show', 'completed'],
  ...['documents off', 'switched off', 'switched on'],
] as const
export type Kind = (typeof KINDS)[number]

/** A stay at the beginning of its story. */
export interface Opening {
  home: Record<string, unknown>
  /** VAT of the sellers of its home and of another one, in hundredths of a percent. */
  vat: [number, number]
  tax_cents: number
  adults: number
  children: number
  by: 'website' | 'channel' | 'import'
  /** Received before an import, in percent. */
  paid_percent: number
  /** The sellers of its home and of the other one that may issue documents at the beginning. */
  isOff: [boolean, boolean]
}

export interface Receipt {
  payment_id: number
  payment_intent_id: string
  method: string
  left_cents: number
  is_imported: boolean
}

/** Moves in a story. Each returns false where the service refuses it with a 4xx. */
export interface Player {
  sql: Queryable
  reservation_id: number
  pay(payment: { id: number; key: string; amount_cents: number }): Promise<boolean>
  /** Makes the payment of the rest of a deposit; false: there is none. */
  askForRest(): Promise<boolean>
  enterCash(cents: number): Promise<boolean>
  deleteEntry(payment_id: number): Promise<boolean>
  change(body: {
    price: number | 'keep' | 'requote'
    adults?: number
    children?: number
    isElsewhere?: boolean
  }): Promise<boolean>
  refundByCard(cents: number): Promise<boolean>
  refundElsewhere(cents: number): Promise<boolean>
  dispute(receipt: Receipt, status: 'lost' | 'won'): Promise<boolean>
  failRefund(): Promise<boolean>
  /** Switches the documents of the seller of the home off by its country, or on by the operator. */
  switchDocuments(): Promise<'off' | 'on' | undefined>
  cancel(by: 'guest' | 'company', refund: 'all' | 'by_terms' | number): Promise<boolean>
  end(how: 'completed' | 'no_show'): Promise<boolean>
  /** The refund of a cancellation today, as the terms say it and as a cancellation makes it, in cents; undefined: nobody can cancel here. */
  refundToday(): Promise<{ said: number; made: number } | undefined>
  /** Gives the home the seller of the other home. */
  changeSeller(): Promise<boolean>
  /** Gives the sellers another VAT rate. */
  changeRate(vat_hundredths: number): Promise<boolean>
  /** Makes started refunds, and runs the jobs of documents. */
  settle(): Promise<void>
}

export const openingOf = ({ below, pick }: Random): Opening => {
  const included_guests = pick([2, 6])
  return {
    home: {
      base_price: (1_000 + below(30_000)) / 100,
      cleaning_fee: pick([0, 33.33, 50, 120.01]),
      extra_guest_fee: pick([0, 7.77]),
      included_guests,
      max_guests: 6,
      deposit_percent: pick([100, 100, 30, 50]),
      balance_due_days: 10,
      cancellation_policy: pick(['flexible', 'moderate', 'strict']),
    },
    vat: [pick([0, 550, 1_000]), pick([1_000, 2_000])],
    tax_cents: pick([0, 67, 100, 325]),
    adults: 1 + below(3),
    children: pick([0, 0, 1, 2]),
    by: pick(['website', 'website', 'website', 'website', 'channel', 'import']),
    paid_percent: pick([0, 30, 60]),
    isOff: pick([
      [false, false],
      [false, false],
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ]),
  }
}

/** Plays a story of random steps, and checks what holds after each. Returns the kinds of what happened. */
export async function playStory(player: Player, opening: Opening, random: Random): Promise<Set<Kind>> {
  const { below, pick } = random
  const seen = new Set<Kind>()
  const saw = (kind: Kind, happened: boolean) => {
    if (happened) seen.add(kind)
    return happened
  }
  saw('channel', opening.by === 'channel')
  saw('imported', opening.by === 'import' && opening.paid_percent > 0)
  saw('deposit', opening.by === 'website' && opening.home.deposit_percent !== 100)
  saw('documents off', opening.isOff[0] && opening.by !== 'import')
  let isOff = opening.isOff.every(Boolean)
  saw('tax', opening.tax_cents > 0)
  saw('children', opening.children > 0 && opening.by === 'website')
  const { sql, reservation_id } = player
  const told: string[] = []

  const payCard = async () => {
    const [due] = await sql<{ id: number; key: string; amount_cents: number }[]>`
      select id, key, amount_cents from payments
      where reservation_id = ${reservation_id} and payment_is_due(status) and kind <> 'supplement' order by id limit 1`
    return due ? player.pay(due) : player.askForRest()
  }
  const receipts = () => sql<Receipt[]>`
    select p.id as payment_id, a.payment_intent_id, a.method, a.amount_cents - a.refunded_cents as left_cents,
      not a.is_documented as is_imported
    from payments p join receipts a on a.payment_id = p.id and a.status = 'applied'
    where p.reservation_id = ${reservation_id} order by p.id`
  const left = async (isCard: boolean) =>
    (await receipts()).filter((one) => (one.method === 'card') === isCard).reduce((sum, one) => sum + one.left_cents, 0)
  const partOf = (cents: number) => pick([1, Math.ceil(cents / 3), cents, 1 + below(Math.max(1, cents))])
  const saySize = async (isDone: boolean) => {
    const [all] = await sql<{ kept_cents: number }[]>`
      select coalesce(sum(a.amount_cents - a.refunded_cents), 0)::integer as kept_cents
      from payments p join receipts a on a.payment_id = p.id where p.reservation_id = ${reservation_id}`
    return saw(all?.kept_cents === 0 ? 'whole refunded' : 'part refunded', isDone)
  }

  const steps: Record<string, () => Promise<boolean>> = {
    ...{ pay: payCard, 'pay again': payCard, 'pay once more': payCard },
    cash: async () => {
      const [due] = await sql<{ amount_cents: number }[]>`
        select amount_cents from payments where reservation_id = ${reservation_id} and payment_is_due(status) order by id limit 1`
      return due ? saw('cash', await player.enterCash(partOf(due.amount_cents))) : false
    },
    'delete entry': async () => {
      const entry = (await receipts()).findLast((one) => one.method === 'cash' && one.left_cents > 0)
      return entry ? saw('deleted entry', await player.deleteEntry(entry.payment_id)) : false
    },
    dearer: async () => {
      const price = pick<number | 'requote'>(['requote', 20_000 + below(200_000)])
      return saw('dearer', await player.change({ price, adults: 3, children: opening.children }))
    },
    cheaper: async () => {
      const price = pick<number | 'keep'>(['keep', 12_100 + below(20_000)])
      return saw('cheaper', await player.change({ price, adults: 1, children: 0 }))
    },
    relocate: async () => {
      const moved = await player.change({ price: pick(['keep', 'requote']), isElsewhere: true })
      saw('two rates', moved && opening.vat[0] !== opening.vat[1] && (await receipts()).length > 0)
      return saw('relocated', moved)
    },
    'refund by card': async () => {
      const cents = await left(true)
      return cents > 0 && saySize(await player.refundByCard(partOf(cents)))
    },
    'refund elsewhere': async () => {
      const cents = await left(false)
      return cents > 0 && saySize(await player.refundElsewhere(partOf(cents)))
    },
    'another seller': async () => saw('another seller', await player.changeSeller()),
    'another rate': async () => saw('another rate', await player.changeRate(pick([0, 550, 1_000, 2_000]))),
    'switch documents': async () => {
      const to = await player.switchDocuments()
      if (to === 'on') isOff = false
      return to !== undefined && saw(`switched ${to}`, true)
    },
    'fail refund': async () => saw('failed refund', await player.failRefund()),
    dispute: async () => {
      const card = (await receipts()).find((one) => one.method === 'card' && one.left_cents > 0)
      return card ? saw('lost dispute', await player.dispute(card, 'lost')) : false
    },
    'lose and win dispute': async () => (await steps.dispute?.()) === true && (await steps['win dispute']?.()) === true,
    'refund and fail': async () => {
      if ((await steps['refund by card']?.()) !== true) return false
      await player.settle()
      return (await steps['fail refund']?.()) === true
    },
    'cash and delete': async () => (await steps.cash?.()) === true && (await steps['delete entry']?.()) === true,
    'win dispute': async () => {
      const [card] = await sql<Receipt[]>`
        select a.payment_intent_id, a.payment_id, a.method, 0 as left_cents, false as is_imported from refunds f
        join receipts a on a.payment_intent_id = f.payment_intent_id join payments p on p.id = a.payment_id
        where p.reservation_id = ${reservation_id} and f.source = 'dispute' and f.status = 'succeeded' limit 1`
      return card ? saw('dispute won again', await player.dispute(card, 'won')) : false
    },
  }
  const ends: Record<string, () => Promise<boolean>> = {
    'cancel as guest': async () => saw('cancelled by guest', await player.cancel('guest', 'by_terms')),
    'cancel as company': async () => {
      const refund = pick<'all' | 'by_terms' | number>(['all', 'by_terms', below(10_000)])
      return saw('cancelled by company', await player.cancel('company', refund))
    },
    'no show': async () => saw('no show', await player.end('no_show')),
    complete: async () => saw('completed', await player.end('completed')),
    'pay and complete': async () => {
      while (await payCard()) told.push('pay')
      return saw('completed', await player.end('completed'))
    },
  }

  const check = async () => {
    await player.settle()
    const accounts = await accountsOf(sql, reservation_id)
    const problems = problemsOf(accounts)
    if (isOff && accounts.documents.length + accounts.kept_cents > 0)
      problems.push('a document while all sellers are off')
    const refund = await player.refundToday()
    if (refund && refund.said !== refund.made) problems.push(`the terms say ${refund.said} in place of ${refund.made}`)
    if (problems.length > 0)
      throw new Error(`${problems.join('; ')} after ${told.join(', ')} of ${JSON.stringify(opening)}`)
  }
  await check()
  for (let count = 3 + below(6); count > 0; count--) {
    const [name, step] = pick(Object.entries(steps))
    told.push(name)
    if (!(await step())) told.push('(refused)')
    // Some documents are written after the next step.
    if (below(4) > 0) await check()
  }
  await check()
  const [name, end] = pick(Object.entries(ends))
  told.push(name)
  if (!(await end())) told.push('(refused)')
  await check()
  return seen
}

type Accounts = Awaited<ReturnType<typeof accountsOf>>

async function accountsOf(sql: Queryable, id: number) {
  const [stay] = await sql<{ status: string; quote: unknown; open_cents: number; price_cents: number }[]>`
    select r.status, r.quote, o.open_cents::integer, (r.total_cents + excluded_of(r.quote))::integer as price_cents
    from reservations r, open_of_price(r) o where r.id = ${id}`
  if (!stay) throw new Error('no stay')
  const [money] = await sql<{ kept_cents: number; undocumented_cents: number }[]>`
    select coalesce(sum(cents) filter (where is_documented), 0)::integer as kept_cents,
      coalesce(sum(cents) filter (where not is_documented), 0)::integer as undocumented_cents
    from (select a.is_documented, a.amount_cents - coalesce((select sum(f.amount_cents) from refunds f
        where f.payment_intent_id = a.payment_intent_id and f.status = 'succeeded'), 0) as cents
      from payments p join receipts a on a.payment_id = p.id and a.status = 'applied' where p.reservation_id = ${id}) each`
  const documents = await sql<{ kind: string; lines: unknown; seller: unknown; total_cents: number }[]>`
    select kind, lines, seller_id as seller, total_cents::integer from invoices where reservation_id = ${id} order by id`
  const { lines, excluded = [] } = pricedStay.parse(stay.quote)
  return {
    ...{ ...stay, ...(money ?? { kept_cents: 0, undocumented_cents: 0 }) },
    price: [...lines, ...excluded],
    documents: documents.map((one) => ({ ...one, lines: documentLines.parse(one.lines) })),
  }
}

const LIVE = ['pending', 'confirmed', 'checked_in', 'completed']

/** Lists the rules that do not hold. */
function problemsOf({ status, price, price_cents, open_cents, kept_cents, undocumented_cents, documents }: Accounts) {
  const problems: string[] = []
  const expect = (holds: boolean, problem: string) => void (holds || problems.push(problem))
  const lines = documents.flatMap((one) => one.lines.map((line) => ({ ...line, seller: one.seller })))
  const sumOf = (some: { amount_cents: number }[]) => some.reduce((sum, line) => sum + line.amount_cents, 0)
  const amounts = new Map(LINE_CODES.map((code) => [code, sumOf(lines.filter((line) => line.code === code))]))
  const documented = sumOf(lines)
  for (const one of documents) expect(sumOf(one.lines) === one.total_cents, 'a document does not sum to its total')
  expect(documented === kept_cents, `${documented} are documented of ${kept_cents}`)
  const above = documented <= price_cents ? [...overdrawn(price, amounts).keys()] : []
  expect(
    above.length === 0,
    `${above} is not within the price: ${JSON.stringify([...amounts])} of ${JSON.stringify(price)}`,
  )
  const tax = sumOf(price.filter(({ code }) => !LINES[code].hasVat))
  const isOwed = LIVE.includes(status)
  const documentedTax = amounts.get('tourist_tax') ?? 0
  if (isOwed && open_cents === 0 && undocumented_cents === 0 && documented >= tax)
    expect(documentedTax === tax, `${documentedTax} of ${tax} tourist tax is documented of ${documented}`)
  if (!isOwed && documented <= price_cents - tax)
    expect(documentedTax === 0, `${documentedTax} of tax that nobody owes`)
  const kept = kept_cents + undocumented_cents
  expect(
    open_cents === 0 || open_cents + kept <= price_cents,
    `${open_cents} are open beside ${kept} of ${price_cents}`,
  )
  for (const same of Map.groupBy(lines, (line) => `${line.seller} ${line.code} ${line.vat_hundredths}`).values()) {
    const [vat, [{ vat_hundredths } = { vat_hundredths: 0 }]] = [
      same.reduce((sum, one) => sum + one.vat_cents, 0),
      same,
    ]
    expect(vat === vatWithin(sumOf(same), vat_hundredths), `${vat} of VAT within ${sumOf(same)} at ${vat_hundredths}`)
  }
  return problems
}
