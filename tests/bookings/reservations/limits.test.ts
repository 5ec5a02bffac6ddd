import { describe, expect } from 'vitest'
import { hiddenOf } from '../../../src/dev/stripe/checkout.ts'
import { test as base } from '../../support/app.ts'
import { book, occupied, scene, stay } from '../../support/booking.ts'
import { cancel } from '../../support/payments.ts'
import { holdUntil } from '../../support/stays.ts'

/** With the default limits. */
const test = base.extend({ env: { HOLDS_PER_GUEST: '5', INQUIRIES_PER_GUEST: '10' } })
const isolated = test.extend({ own: true })
const alone = test.extend({ neighbours: false })
const one = test.extend({ env: { HOLDS_PER_GUEST: '1', INQUIRIES_PER_GUEST: '1' } })

describe('what one guest may have open', () => {
  alone('five holds, also when ten are asked for at once over two homes; a paid one makes room', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const other = await t.home(owner)
    const wishes = Array.from({ length: 10 }, (_, index) => stay(index % 2 ? home : other, 30 + 5 * index, 2))
    const answers = await Promise.all(wishes.map((wish) => book(t, guest, wish)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.headers['retry-after']).toBe('300')
    expect(refused[0]?.body.message).toMatch(/attendent déjà/)
    expect(await occupied(t)).toHaveLength(5)
    const [paid] = answers.filter(({ status }) => status === 201)
    await t.deliver(t.pay(paid?.body.data.payment_url))
    expect((await book(t, guest, stay(home, 200))).status).toBe(201)
    expect((await book(t, guest, stay(home, 210))).status).toBe(429)
    expect((await book(t, await t.user(), stay(home, 210))).status).toBe(201)
  })

  one('who asks again for the own hold gets it, although there is room for no other', async ({ t }) => {
    const { home, guest } = await scene(t)
    const [first, second] = await Promise.all([1, 2].map(() => book(t, guest, stay(home))))
    const third = await book(t, guest, stay(home))
    expect([first, second, third].map((answer) => answer?.status)).toEqual([201, 201, 201])
    expect([second?.body.data, third.body.data]).toEqual([first?.body.data, first?.body.data])
    expect((await book(t, guest, stay(home, 60))).status).toBe(429)
  })

  test('ten inquiries', async ({ t }) => {
    const { home, guest } = await scene(t)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => book(t, guest, { ...stay(home, 30 + index), inquiry: true })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    expect((await book(t, guest, stay(home))).status).toBe(201)
  })

  one('a hold is no inquiry, neither counts as the other, and what is over does not count', async ({ t }) => {
    const { home, guest } = await scene(t)
    const ask = async (from: number, inquiry: boolean) =>
      (await book(t, guest, { ...stay(home, from), inquiry })).status
    expect([await ask(30, false), await ask(40, true)]).toEqual([201, 201])
    expect([await ask(50, false), await ask(60, true)]).toEqual([429, 429])
    await holdUntil(t, '-1 second')
    expect([await ask(50, false), await ask(60, true)]).toEqual([201, 201])
  })

  test('a 429 is not kept under an Idempotency-Key: the same key books once there is room', async ({ t }) => {
    const { home, guest } = await scene(t)
    const held = []
    for (let index = 0; index < 5; index++) held.push((await book(t, guest, stay(home, 30 + 5 * index))).body.data)
    const headers = { 'idempotency-key': 'one' }
    expect((await book(t, guest, stay(home, 100), headers)).status).toBe(429)
    await t.call('POST', `/reservations/${held[0].reservation_id}/cancel`, {}, guest)
    expect((await book(t, guest, stay(home, 100), headers)).status).toBe(201)
  })
})

describe('who may book what', () => {
  alone('nobody books the own home: 403, with the hint to close the nights', async ({ t }) => {
    const { owner, home } = await scene(t)
    const answer = await t.call('POST', '/reservations', stay(home), { ...owner, locale: 'en' })
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('Close the nights')])
    const quote = (await t.call('POST', '/quotes', stay(home))).body.data.quote_id
    expect((await t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, owner)).status).toBe(403)
    expect((await book(t, owner, { ...stay(home), inquiry: true })).status).toBe(403)
    expect(await occupied(t)).toHaveLength(0)
  })

  test('a home that is not on the market is known to its owner, while it is a draft', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const draft = await t.home(owner, { status: 'draft' })
    const statuses = async (at: string) => [
      (await book(t, guest, stay(at))).status,
      (await book(t, owner, stay(at))).status,
    ]
    expect(await statuses(draft)).toEqual([404, 403])
    expect((await t.call('DELETE', `/properties/${home}`, undefined, owner)).status).toBe(200)
    expect(await statuses(home)).toEqual([404, 404])
  })

  test('a home without instant booking takes inquiries only', async ({ t }) => {
    const { home, guest } = await scene(t, { instant_book: false })
    const answer = await book(t, guest, stay(home))
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('inquiry: true')])
    expect((await book(t, guest, { ...stay(home), inquiry: true })).status).toBe(201)
    const quote = (await t.call('POST', '/quotes', stay(home))).body.data.quote_id
    expect((await t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)).status).toBe(409)
  })
})

describe('amounts that the provider refuses', () => {
  isolated.for([
    ['nothing at all', { base_price: 0 }, 0],
    ['a total below its minimum', { base_price: 0.1 }, 0.3],
  ] as const)('%s: confirmed at once, nothing is asked of the provider', async ([, fields, total], { t }) => {
    const { owner, home, guest } = await scene(t, fields)
    const { status, body } = await book(t, guest, stay(home))
    expect([status, body.data.payment_url]).toEqual([201, expect.stringContaining('/stay/')])
    expect(body.message).toBe('Réservation confirmée. Il n’y a rien à payer maintenant.')
    const path = `//${String(body.data.payment_url).split('/').slice(3).join('/')}`
    const page = await t.call('GET', path, undefined, { headers: { accept: 'text/html,*/*' } })
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
    const id = body.data.reservation_id
    const shown = (await t.call('GET', `/reservations/${id}`, undefined, guest)).body.data
    expect(shown).toMatchObject({ status: 'confirmed', payment_status: null, price: { total, due_now: 0 } })
    expect(t.standin.store.list('checkout.session')).toEqual([])
    const told = await t.call('GET', '/notifications', undefined, owner)
    expect(told.body.data).toMatchObject([{ type: 'reservation_confirmed' }])
    // After a cancellation another guest can book the nights.
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ refund: 0 })
    expect((await book(t, await t.user(), stay(home))).status).toBe(201)
    expect((await t.call('GET', `/reservations/${id}`, undefined, guest)).body.data.status).toBe('cancelled')
  })

  isolated('a deposit below its minimum is raised to the whole total', async ({ t }) => {
    const { home, guest } = await scene(t, { base_price: 10, deposit_percent: 1 })
    const { body } = await book(t, guest, stay(home))
    expect(t.standin.store.list('checkout.session')).toMatchObject([{ amount_total: 3_000 }])
    await t.deliver(t.pay(body.data.payment_url))
    const shown = (await t.call('GET', `/reservations/${body.data.reservation_id}`, undefined, guest)).body.data
    expect(shown).toMatchObject({ status: 'confirmed', price: { total: 30, due_now: 30, balance: 0 } })
  })

  isolated('a long title is cut for the provider, not for the guest', async ({ t }) => {
    const title = `${'Grande maison 🏡 '.repeat(14)}au bord de la Loire`.slice(0, 255)
    const { home, guest } = await scene(t)
    await t.db`update properties set title = ${title} where id = ${home}`
    const answer = await book(t, guest, stay(home, 30))
    expect(answer.status).toBe(201)
    const [session] = t.standin.store.list('checkout.session')
    const shown = session ? hiddenOf(session).title : ''
    expect(shown.length).toBeLessThanOrEqual(250)
    expect(shown.isWellFormed()).toBe(true)
    expect(shown).toContain('…')
  })
})
