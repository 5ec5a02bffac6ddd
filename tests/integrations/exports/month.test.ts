import { expect } from 'vitest'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { alone, inDays, PARIS, type TestApp, type TestUser } from '../../support/app.ts'
import { book } from '../../support/booking.ts'
import { exported } from '../../support/exports.ts'
import { addSupplement, bill, linkOf, payAt } from '../../support/invoices.ts'
import { cancel, expectLedger, settle } from '../../support/payments.ts'
import { balancesComeDue } from '../../support/stays.ts'

type Row = Record<string, string>

interface Document {
  payment_id: number
  reservation_id: number
  seller_id: number | null
  total: number
  lines: { amount: number; vat_percent: number; vat: number }[]
  vat: { amount: number; vat_percent: number; vat: number }[]
}

const cents = (amount: string | number | undefined): number => Math.round(Number(amount) * 100)
const sum = <Item>(items: Item[], of: (item: Item) => string | number | undefined): number =>
  items.reduce((total, item) => total + cents(of(item)), 0)

/** Books a stay and pays what is due now. */
async function paidStay(t: TestApp, home: string, from: number, party: object) {
  const guest = await t.user({ locale: 'en' })
  const stay = { property_id: home, check_in: inDays(from), check_out: inDays(from + 4), ...party }
  const { body } = await book(t, guest, stay)
  await t.deliver(t.pay(body.data.payment_url))
  return { guest, id: Number(body.data.reservation_id) }
}

/**
 * A month of an agency with a home of its own and one of an owner, in whose name it invoices: a stay paid whole with supplements, one by deposit
 * and balance, one given up in full, one refunded in part twice, one that is not paid, and a hold.
 */
async function month(t: TestApp) {
  const admin = await t.user({ role: 'admin' })
  const owner = await t.user()
  await t.call('PUT', `/cities/${PARIS}/tax`, { tax: { percent: 4.37, cap: 3.31 } }, admin)
  const rossi = { name: 'Marco Rossi', vat_percent: 5.5, prefix: 'ROSSI' }
  const seller_id = Number((await t.call('POST', '/sellers', rossi, owner)).body.data.id)
  const prices = {
    base_price: 83.33,
    weekend_price: 97.77,
    cleaning_fee: 41.05,
    extra_guest_fee: 7.01,
    included_guests: 1,
  }
  const own = await t.home(owner, prices)
  const theirs = await t.home(owner, {
    ...{ ...prices, seller_id, tourist_tax: { per_adult_night: 1.43 } },
    ...{ deposit_percent: 30, balance_due_days: 10 },
  })
  const season = {
    season_libelle: 'x',
    season_start_date: inDays(0),
    season_end_date: inDays(90),
    season_reduction_percent: 7,
  }
  await t.call('POST', '/seasons-test', { ...season, property_id: own }, owner)

  const whole = await paidStay(t, own, 31, { adults: 2, children: 1 })
  await addSupplement(t, owner, whole.id, 'Crib', 12.34)
  await addSupplement(t, owner, whole.id, 'Linen', 20.01)
  await payAt(t, linkOf(await bill(t, owner, whole.id)))
  await paidStay(t, theirs, 31, { adults: 3 })
  const given = await paidStay(t, own, 41, { adults: 1 })
  const reduced = await paidStay(t, theirs, 41, { adults: 2, children: 1 })
  await balancesComeDue(t)
  await t.app.jobs.enqueue(t.db, collectBalances, {})
  await t.drain()
  await cancel(t, given.guest, given.id)
  for (const amount of [50, 33.33])
    await t.call('POST', `/reservations/${reduced.id}/refund`, { amount, reason: 'x' }, owner)
  const byHand = { check_in: inDays(51), check_out: inDays(53), adults: 2, guest: { name: 'Ada' } }
  await t.call('POST', `/properties/${own}/reservations`, { ...byHand, pay: 'later' }, owner)
  await t.call('POST', `/properties/${theirs}/reservations`, { ...byHand, pay: 'link' }, owner)
  await settle(t)
  return { owner, seller_id }
}

async function files(t: TestApp, owner: TestUser) {
  const [stays, payments, taxes] = await Promise.all([
    exported(t, owner, '/exports/reservations.csv'),
    t.call('GET', '/mirror/invoices', undefined, owner),
    t.call('GET', `/exports/tourist-tax?from=${inDays(0)}&to=${inDays(90)}`, undefined, owner),
  ])
  return {
    stays: stays.rows,
    documents: payments.body.data as Document[],
    taxes: taxes.body.data,
    payments: (await exported(t, owner, '/exports/payments.csv')).rows,
    taxed: (await exported(t, owner, '/exports/tourist-tax.csv')).rows,
  }
}

const takesPlace = ({ status }: Row): boolean => status === 'confirmed'

alone(
  'the files of a month agree with each other, with the nights and with the ledger, cent by cent',
  async ({ t }) => {
    const { owner, seller_id } = await month(t)
    const { stays, payments, documents, taxed, taxes } = await files(t, owner)
    expect([stays.length, documents.length, taxed.length]).toEqual([6, 10, 4])

    // A stay is the sum of its parts, and its accommodation the sum of its nights.
    for (const stay of stays) {
      const parts = [stay.accommodation, stay.season_reduction, stay.extra_guests, stay.cleaning, stay.tourist_tax]
      expect(sum(parts, (part) => part)).toBe(cents(stay.total))
      const { nightly } = (await t.call('GET', `/reservations/${stay.id}`, undefined, owner)).body.data.price
      expect(nightly).toHaveLength(Number(stay.nights))
      expect(sum(nightly, ({ net }: { net: number }) => net)).toBe(
        cents(stay.accommodation) + cents(stay.season_reduction),
      )
    }

    // Its money is the sum of its payments: what was paid of the price, and what is open, are the price.
    for (const stay of stays) {
      const own = payments.filter(({ reservation_id }) => reservation_id === stay.id)
      const made = own.filter(({ paid_at }) => paid_at !== '')
      expect(sum(made, ({ amount }) => amount)).toBe(cents(stay.paid))
      expect(sum(own, ({ refunded }) => refunded)).toBe(cents(stay.refunded))
      const ofPrice = made.filter(({ kind }) => kind !== 'supplement')
      if (takesPlace(stay))
        expect(sum(ofPrice, ({ amount }) => amount) + cents(stay.amount_open)).toBe(cents(stay.total))
    }

    // Its documents are the sum of its money, payment by payment, and of their lines and rates; the seller is that of the payment.
    for (const payment of payments) {
      const own = documents.filter(({ payment_id }) => payment_id === Number(payment.id))
      const isMade = payment.paid_at !== ''
      expect(sum(own, ({ total }) => total)).toBe(isMade ? cents(payment.amount) - cents(payment.refunded) : 0)
      expect(new Set(own.map((document) => (document.seller_id === seller_id ? 'Marco Rossi' : 'Séjour')))).toEqual(
        new Set(isMade ? [payment.seller] : []),
      )
      for (const { total, lines, vat } of own) {
        expect([sum(lines, ({ amount }) => amount), sum(vat, ({ amount }) => amount)]).toEqual([
          cents(total),
          cents(total),
        ])
        expect(sum(lines, (line) => line.vat)).toBe(sum(vat, (rate) => rate.vat))
      }
    }

    // The tax is that of the stays that take place, of their payments in full, and of the sums for the declaration.
    const owed = new Map(stays.filter(takesPlace).map(({ id, tourist_tax }) => [id, tourist_tax]))
    expect(new Map(taxed.map(({ reservation_id, tourist_tax }) => [reservation_id, tourist_tax]))).toEqual(owed)
    expect(cents(taxes.totals[0].tourist_tax)).toBe(sum(taxed, ({ tourist_tax }) => tourist_tax))
    expect(sum(taxes.homes, ({ tourist_tax }: { tourist_tax: number }) => tourist_tax)).toBe(
      cents(taxes.totals[0].tourist_tax),
    )
    const settled = stays.filter((stay) => takesPlace(stay) && stay.amount_open === '0.00' && stay.refunded === '0.00')
    expect(settled).toHaveLength(2)
    for (const stay of settled.filter(
      ({ property_id }) => property_id === taxed.find(({ rate }) => rate === '1.43')?.property_id,
    )) {
      const untaxed = documents
        .filter(({ reservation_id }) => reservation_id === Number(stay.id))
        .flatMap(({ lines }) => lines.filter(({ vat_percent }) => vat_percent === 0))
      expect(sum(untaxed, ({ amount }) => amount)).toBe(cents(stay.tourist_tax))
    }

    // The money of a stay that was given up is nothing, and that of all stays is the balance of the ledger.
    const [given] = stays.filter(({ status }) => status === 'cancelled')
    expect(cents(given?.paid)).toBe(cents(given?.refunded))
    const kept = sum(stays, ({ paid }) => paid) - sum(stays, ({ refunded }) => refunded)
    const ledger = (await queries.invoices.checkLedger(t.db, {})).find(({ currency }) => currency === 'EUR')
    expect([kept, sum(documents, ({ total }) => total)]).toEqual([ledger?.kept_cents, ledger?.kept_cents])
    await expectLedger(t)
  },
)
