import { termsOf } from '../../src/bookings/refunds/amounts.ts'
import { disputeChanged } from '../../src/bookings/refunds/disputes.ts'
import { refundsChanged } from '../../src/bookings/refunds/refunds.ts'
import { refundStay } from '../../src/bookings/refunds/stay.ts'
import { cancelStay } from '../../src/bookings/reservations/cancel.ts'
import { changeStay } from '../../src/bookings/reservations/change.ts'
import { bookForChannel } from '../../src/bookings/reservations/channel.ts'
import { importStay } from '../../src/bookings/reservations/imported.ts'
import { moveByOwner } from '../../src/bookings/reservations/owner.ts'
import { reserve } from '../../src/bookings/reservations/reserve.ts'
import { reservationRequest } from '../../src/bookings/reservations/schemas.ts'
import { lowerOpenJob } from '../../src/bookings/settlement/collected.jobs.ts'
import { correctDocuments } from '../../src/bookings/settlement/correction.jobs.ts'
import { deleteEntry, recordMoney } from '../../src/bookings/settlement/elsewhere.ts'
import type { HostingContext } from '../../src/hosting/context.ts'
import { creditRefund, invoicePayment } from '../../src/money/invoices/invoices.ts'
import { settle } from '../../src/money/payments/settle.ts'
import { queries } from '../../src/platform/db/queries.ts'
import { AppError } from '../../src/platform/http/errors.ts'
import type { Identity } from '../../src/platform/http/identity.ts'
import type { Job } from '../../src/platform/jobs/job.ts'
import { inDays, PARIS } from './app.ts'
import type { Rules } from './rules.ts'
import { paidIntent } from './rules-of-money.ts'
import type { Opening, Player, Receipt } from './stories.ts'

/** A player of stories on rules alone, in the transaction of its test. */

/** The jobs of documents and open amounts, by their names. */
const runOf = <Data extends object>(job: Job<Data, HostingContext>) =>
  [job.name, (context: HostingContext, data: object) => job.run(context, job.payload.parse(data))] as const
const JOBS = new Map([runOf(invoicePayment), runOf(creditRefund), runOf(correctDocuments), runOf(lowerOpenJob)])

const identity = (id: number): Identity => ({
  ...{ userId: id, personId: id, username: `u${id}`, avatar: null, role: 'user', verified: true },
  ...{ hasSecondFactor: false, locale: 'en', jti: 'x', session: { sid: 'x', auth_time: 0 } },
  ...{ tokenVersion: 0, issuedAt: 0, grant: null },
})

/** True unless a rule refuses it. */
async function allowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false
    throw error
  }
}

const DAYS = { check_in: inDays(30), check_out: inDays(33) }

/** The stay of an opening; its id, and its guest's account if it has one. */
async function open(rules: Rules, opening: Opening, home: { id: string; owner_id: number }) {
  const { context, tx } = rules
  const { adults, children } = opening
  const party = { property_id: home.id, ...DAYS, adults, children, infants: 0 }
  const total = 33_333 + Number(opening.home.base_price)
  const tax = 3 * adults * opening.tax_cents
  if (opening.by === 'website') {
    const guest_id = await rules.person()
    const request = reservationRequest.parse(party)
    const { reservation_id } = (await reserve(context, { userId: guest_id, verified: true }, request)).data
    return { reservation_id, guest_id }
  }
  const sold = { ...party, ota_name: undefined, ota_reservation_code: undefined, currency: 'EUR' }
  if (opening.by === 'channel') {
    const guest = { name: 'Ada', first_name: undefined, last_name: undefined, language: 'en', email: undefined }
    const contact = { phone: undefined, country_id: undefined, expected_arrival: undefined, remarks: undefined }
    const collected = { collected_by: 'property', has_virtual_card: false, virtual_card_from: undefined } as const
    const price = {
      ...{ total_cents: Math.floor(total), cleaning_cents: 5_000, tourist_tax_cents: 0, commission_cents: 100 },
      excluded: tax > 0 ? [{ code: 'tourist_tax' as const, amount_cents: tax }] : [],
      withheld: [],
    }
    const stay = { ...sold, ...guest, ...contact, ...collected, ...price, is_earlier: false }
    return { reservation_id: await bookForChannel(context, tx, stay, '1'), guest_id: undefined }
  }
  const paid = Math.floor((total * opening.paid_percent) / 100)
  const company = { owner_id: home.owner_id, actor_id: home.owner_id }
  const row = {
    ...{
      ...party,
      external_id: 'x',
      guest_name: 'Ada',
      status: 'confirmed' as const,
      source: 'direct' as const,
      total: Math.floor(total),
    },
    ...{ cleaning: 5_000, tourist_tax: tax, paid, ...(paid > 0 && { paid_by: 'cash' as const }), collect: true },
  }
  const target = { property_id: home.id, title: 'Maison', currency: 'EUR', today: inDays(0) }
  const { reservation_id } = await importStay(context, { tx, company, home: target, row }, undefined)
  return { reservation_id, guest_id: undefined }
}

/** A country where no firm issues documents here, and cash is recorded. */
const OFF = 'IT'

/** Opens a story. Its homes have sellers of their own, with a rate each. */
export async function playOnRules(rules: Rules, opening: Opening): Promise<Player> {
  const { tx } = rules
  // Its channel has no connection, so the company changes its stays.
  const context = { ...rules.context, channelConnections: { isConnected: async () => false } }
  await tx`update cities set tax_per_adult_night_cents = ${opening.tax_cents} where id = ${PARIS}`
  const home = await rules.home(opening.home)
  const other = await rules.home({
    ...opening.home,
    base_price: (Math.round(Number(opening.home.base_price) * 100) + 1_111) / 100,
  })
  await tx`update properties set owner_id = ${home.owner_id} where id = ${other.id}`
  for (const [index, id] of [home.id, other.id].entries()) {
    const [seller] = await tx<{ id: number }[]>`
      insert into sellers (owner_id, name, address, tax_id, vat_hundredths, prefix, country)
      values (${home.owner_id}, 'S', '', '', ${opening.vat[index] ?? 0}, ${`S${index}`}, ${opening.isOff[index] ? OFF : null}) returning id`
    await tx`update properties set seller_id = ${seller?.id ?? 0} where id = ${id}`
  }
  const { reservation_id, guest_id } = await open(rules, opening, home)
  const [owner, guest] = [identity(home.owner_id), guest_id === undefined ? undefined : identity(guest_id)]
  const channel = { done_at_channel: opening.by === 'channel' ? true : undefined }
  let at = home.id
  let number = 0

  const refunds = (status: string) => tx<{ key: string; cents: number; intent: string; provider: string | null }[]>`
    select f.key, f.amount_cents::integer as cents, f.payment_intent_id as intent, f.provider_refund_id as provider
    from refunds f join payments p on p.id = f.payment_id
    where p.reservation_id = ${reservation_id} and f.status = ${status} and f.method = 'card' and f.source <> 'dispute' order by f.id`

  return {
    sql: tx,
    reservation_id,
    pay: (payment) => allowed(() => settle(context, paidIntent(payment))),
    async askForRest() {
      const before = await queries.payments.lockLast(tx, { reservation_id, kind: 'balance' })
      const [deposit] = await tx<{ id: number }[]>`
        select id from payments where reservation_id = ${reservation_id} and kind = 'booking' and rest_cents is not null
          and payment_is_made(status) and not has_successor limit 1`
      if (before || !deposit) return false
      await context.sales.get('booking')?.rest?.make({ id: deposit.id, reservation_id })
      return true
    },
    enterCash: (amount_cents) => allowed(() => record(amount_cents)),
    deleteEntry: (payment_id) => allowed(() => deleteEntry(context, owner, reservation_id, payment_id)),
    async change({ isElsewhere, ...fields }) {
      const property_id = isElsewhere ? (at === home.id ? other.id : home.id) : at
      const done = await allowed(() =>
        changeStay(context, owner, reservation_id, { ...fields, property_id, reason: 'x', ...channel }, false),
      )
      if (done) at = property_id
      return done
    },
    refundByCard: (amount_cents) =>
      allowed(() => refundStay(context, owner, reservation_id, { amount_cents, reason: 'x' })),
    refundElsewhere: (cents) => allowed(() => record(-cents)),
    dispute: (receipt, status) => dispute(receipt, status),
    async failRefund() {
      const made = (await refunds('succeeded')).at(-1)
      if (!made?.provider) return false
      const { provider: id, key, intent, cents: amountCents } = made
      await refundsChanged(context, intent, [{ id, key, amountCents, status: 'failed' }])
      return true
    },
    async switchDocuments() {
      const [seller] = await tx<{ was_off: boolean }[]>`
        with before as (
          select s.id, s.country is not null as was_off, s.documents_allowed_by is not null as is_on
          from sellers s join properties p on p.seller_id = s.id where p.id = ${at})
        update sellers s set country = ${OFF}, documents_allowed_by = case when b.was_off then 'x' end
        from before b where s.id = b.id and not b.is_on returning b.was_off`
      if (!seller) return undefined
      return seller.was_off ? 'on' : 'off'
    },
    async cancel(by, refund) {
      const who = by === 'guest' ? guest : owner
      const wanted = { refund: by === 'guest' ? undefined : refund, reason: 'x', ...channel, dry_run: false }
      return who !== undefined && allowed(() => cancelStay(context, who, { reservation_id, ...wanted }))
    },
    async refundToday() {
      const [stay] = await tx<{ quote: unknown; total_cents: number; today: string }[]>`
        select r.quote, r.total_cents::integer, (now() at time zone h.timezone)::date::text as today
        from reservations r join properties h on h.id = r.property_id where r.id = ${reservation_id} and r.status = 'confirmed'`
      if (!stay) return undefined
      const receipts = await queries.payments.listReceipts(tx, { reservation_id })
      const said = termsOf(stay, receipts).find(({ until }) => stay.today <= until)?.refund_cents
      const wanted = { refund: 'by_terms', reason: 'x', dry_run: true, done_at_channel: undefined } as const
      if (said === undefined || opening.by === 'channel') return undefined
      return { said, made: (await cancelStay(context, owner, { reservation_id, ...wanted })).refund_cents }
    },
    async end(how) {
      const move = (to: string, check_in: string, check_out: string) =>
        allowed(async () => {
          await tx`
            update reservations set check_in = ${check_in}, check_out = ${check_out}
            where id = ${reservation_id} and status in ('confirmed', 'checked_in')`
          await moveByOwner(context, owner, reservation_id, { word: to })
        })
      if (how === 'no_show') return move(how, inDays(-1), inDays(2))
      return (await move('checked_in', inDays(-1), inDays(2))) && move(how, inDays(-3), inDays(0))
    },
    async changeSeller() {
      await tx`
        update properties p set seller_id = o.seller_id from properties o
        where p.id = ${at} and o.owner_id = p.owner_id and o.id <> p.id`
      return true
    },
    async changeRate(vat_hundredths) {
      await tx`update sellers set vat_hundredths = ${vat_hundredths} where owner_id = ${home.owner_id}`
      return true
    },
    async settle() {
      for (const { key, cents: amountCents, intent } of await refunds('pending'))
        await refundsChanged(context, intent, [{ id: `re_${key}`, key, amountCents, status: 'succeeded' }])
      for (const { name, data } of rules.enqueued.splice(0)) await JOBS.get(name)?.(context, data)
    },
  }

  function record(amount_cents: number) {
    const received = { received_on: inDays(0), note: undefined, pays: undefined }
    return recordMoney(context, owner, reservation_id, { amount_cents, method: 'cash', ...received })
  }

  /** Loses a dispute of all that is left of a receipt, or wins the last one. */
  async function dispute({ payment_intent_id: paymentIntentId, left_cents }: Receipt, stage: 'lost' | 'won') {
    const id = stage === 'lost' ? `dp_${paymentIntentId}_${++number}` : `dp_${paymentIntentId}_${number}`
    const [known] = await tx<{ amount_cents: number }[]>`
      select amount_cents::integer from disputes where dispute_id = ${id}`
    if (stage === 'won' && !known) return false
    const read = { id, paymentIntentId, amountCents: known?.amount_cents ?? left_cents, currency: 'EUR', reason: 'x' }
    const found = {
      ...read,
      stage,
      status: stage,
      isRefundable: false,
      openedAt: new Date().toISOString(),
      movements: [],
    }
    const payments = { ...context.payments, findDispute: async () => found }
    await disputeChanged({ ...context, payments }, id)
    return true
  }
}
