import { createDispute, moveDispute } from '../../src/dev/stripe/disputes.ts'
import { failRefund } from '../../src/dev/stripe/refunds.ts'
import { inDays, PARIS, type TestApp, type TestUser } from './app.ts'
import { book } from './booking.ts'
import { pathOf } from './changes.ts'
import { settle, show } from './payments.ts'
import { moveTo, shift } from './stays.ts'
import type { Opening, Player } from './stories.ts'

/** A player of stories over HTTP, with the payment stand-in. Its stays are booked at the website. */

const NIGHTS = 3

/** A home of an owner, with a seller and its rate. */
async function homeOf(t: TestApp, owner: TestUser, fields: object, vat_hundredths: number) {
  const [count] = await t.db<{ count: number }[]>`select count(*)::integer as count from sellers`
  const seller = { name: 'S', address: 'x', tax_id: 'x', vat_percent: vat_hundredths / 100, prefix: `S${count?.count}` }
  const { body } = await t.call('POST', '/sellers', seller, owner)
  const seller_id = Number(body.data.id)
  return { seller_id, id: await t.home(owner, { ...fields, seller_id }) }
}

/** Opens a story: two homes of one owner, and a booking. */
export async function playOnService(t: TestApp, opening: Opening): Promise<Player> {
  await t.db`update cities set tax_per_adult_night_cents = ${opening.tax_cents} where id = ${PARIS}`
  const [owner, guest] = [await t.user(), await t.user()]
  const first = await homeOf(t, owner, opening.home, opening.vat[0])
  const dearer = { ...opening.home, base_price: (Math.round(Number(opening.home.base_price) * 100) + 1_111) / 100 }
  const second = await homeOf(t, owner, dearer, opening.vat[1])
  const [home, other] = [first.id, second.id]
  const sellers = [first.seller_id, second.seller_id]
  const { adults, children } = opening
  const days = { check_in: inDays(30), check_out: inDays(30 + NIGHTS) }
  const booked = await book(t, guest, { property_id: home, ...days, adults, children })
  if (booked.status !== 201) throw new Error(JSON.stringify(booked.body))
  const id = Number(booked.body.data.reservation_id)
  const path = `/reservations/${id}`
  const disputes: string[] = []
  let at = home

  /** True if the request succeeds, false if it is refused. */
  const asked = async (method: string, address: string, body: object | undefined, who = owner) => {
    const answer = await t.call(method, address, body, who)
    if (answer.status >= 500) throw new Error(`${method} ${address}: ${JSON.stringify(answer.body)}`)
    return answer.status < 300
  }
  const payAt = async (link: string) => {
    const opened = await t.call('POST', link)
    if (opened.status === 303) await t.deliver(t.pay(String(opened.headers.location)))
    return opened.status === 303
  }
  const record = (cents: number) =>
    asked('POST', `${path}/payments`, { amount: cents / 100, method: 'cash', received_on: inDays(0) })

  return {
    sql: t.db,
    reservation_id: id,
    pay: ({ key }) => payAt(`//pay/${key}`),
    async askForRest() {
      const { balance } = await show(t, guest, id)
      return typeof balance?.payment_url === 'string' && payAt(pathOf(balance.payment_url))
    },
    enterCash: record,
    refundElsewhere: (cents) => record(-cents),
    deleteEntry: (payment_id) => asked('DELETE', `${path}/payments/${payment_id}`, undefined),
    async change({ price, isElsewhere, ...party }) {
      const property_id = isElsewhere ? (at === home ? other : home) : at
      const wanted = typeof price === 'number' ? { amount: price / 100 } : price
      const done = await asked('POST', `${path}/change`, { ...party, property_id, price: wanted, reason: 'x' })
      if (done) at = property_id
      return done
    },
    refundByCard: (cents) => asked('POST', `${path}/refund`, { amount: cents / 100, reason: 'x' }),
    async dispute({ payment_intent_id }, status) {
      const { store } = t.standin
      const last = disputes.at(-1)
      if (status === 'won' && last === undefined) return false
      if (status === 'lost') {
        const [charge] = store.list('charge', ({ payment_intent }) => payment_intent === payment_intent_id)
        disputes.push(createDispute(store, charge?.id ?? '').id)
      }
      moveDispute(store, disputes.at(-1) ?? '', status)
      await settle(t)
      return true
    },
    async failRefund() {
      const [made] = await t.db<{ provider: string }[]>`
        select f.provider_refund_id as provider from refunds f join payments p on p.id = f.payment_id
        where p.reservation_id = ${id} and f.status = 'succeeded' and f.method = 'card' and f.source <> 'dispute'
        order by f.id desc limit 1`
      if (!made) return false
      failRefund(t.standin.store, made.provider)
      await settle(t)
      return true
    },
    cancel: (by, refund) =>
      by === 'guest'
        ? asked('POST', `${path}/cancel`, {}, guest)
        : asked('POST', `${path}/cancel`, { refund: typeof refund === 'number' ? refund / 100 : refund, reason: 'x' }),
    async end(how) {
      const move = async (word: string, from: number) => {
        const { status } = await show(t, owner, id)
        if (!['confirmed', 'checked_in'].includes(status)) return false
        await shift(t, id, from)
        return (await moveTo(t, owner, id, word)).status === 200
      }
      if (how === 'no_show') return move(how, -1)
      return (await move('checked_in', -1)) && move(how, -NIGHTS)
    },
    async refundToday() {
      const { status, price } = await show(t, guest, id)
      if (status !== 'confirmed') return undefined
      const { body, status: answered } = await t.call('POST', `${path}/cancel?dry_run=true`, {}, guest)
      if (answered !== 200) return undefined
      const step = price.cancellation.find(({ until }: { until: string }) => inDays(0) <= until)
      return { said: Math.round((step?.refund ?? 0) * 100), made: Math.round(body.data.refund * 100) }
    },
    // Rules that change are played on rules alone.
    switchDocuments: async () => undefined,
    changeSeller: () => asked('PUT', `/properties/${at}`, { seller_id: sellers.reverse()[0] }),
    changeRate: (vat) => asked('PATCH', `/sellers/${sellers[0]}`, { vat_percent: vat / 100 }),
    settle: () => settle(t),
  }
}
