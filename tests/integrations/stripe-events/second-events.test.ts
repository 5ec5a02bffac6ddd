import { describe, expect } from 'vitest'
import { type TestApp, alone as test } from '../../support/app.ts'
import { CONFIRMED, eventOf, notified, reserved, sessionOf, show, verify } from '../../support/payments.ts'

const SUCCEEDED = 'payment_intent.succeeded'
const COMPLETED = 'checkout.session.completed'

const stored = (t: TestApp) => t.db`select type, status from inbound_events order by type desc`
const countJobs = async (t: TestApp) => (await t.db`select from pgboss.job where name = 'inbox.apply-stripe'`).length

describe('the two events of a payment', () => {
  test('at once: one of them is applied, and no money is lost', async ({ t }) => {
    const people = await Promise.all(Array.from({ length: 6 }, () => reserved(t)))
    const events = people.flatMap(({ url }) => t.pay(url))
    const answers = await Promise.all([...events, ...events].map((event) => t.webhook(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const waiting = (await stored(t)).filter(({ status }) => status === 'received')
    expect(waiting.map(({ type }) => type)).toEqual(people.map(() => SUCCEEDED))
    await t.drain()
    const outcomes = await stored(t)
    expect(outcomes.filter(({ type }) => type === SUCCEEDED)).toEqual(
      people.map(() => ({ type: SUCCEEDED, status: 'applied' })),
    )
    expect(outcomes).toHaveLength(events.length)
    for (const { guest, id } of people) {
      expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
      expect(await notified(t, guest)).toEqual(CONFIRMED)
    }
  })

  test('in their order: the second is stored as applied, without a job', async ({ t }) => {
    const { url } = await reserved(t)
    const events = t.pay(url)
    await t.webhook(eventOf(events, SUCCEEDED))
    await t.webhook(eventOf(events, COMPLETED))
    expect(await stored(t)).toEqual([
      { type: SUCCEEDED, status: 'received' },
      { type: COMPLETED, status: 'applied' },
    ])
    expect(await countJobs(t)).toBe(1)
  })

  test('in the other order: the one of the intent takes the place of the first', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const events = t.pay(url)
    await t.webhook(eventOf(events, COMPLETED))
    await t.webhook(eventOf(events, SUCCEEDED))
    expect(await stored(t)).toEqual([
      { type: SUCCEEDED, status: 'received' },
      { type: COMPLETED, status: 'ignored' },
    ])
    await t.drain()
    expect(await notified(t, guest)).toEqual(CONFIRMED)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('after the page of success has asked the provider: neither has a job', async ({ t }) => {
    const { url } = await reserved(t)
    const events = t.pay(url)
    await verify(t, sessionOf(url))
    for (const event of events) await t.webhook(event)
    expect(new Set((await stored(t)).map(({ status }) => status))).toEqual(new Set(['applied']))
    expect(await countJobs(t)).toBe(0)
  })

  test('of another installation: the second is ignored as the first', async ({ t }) => {
    const { url } = await reserved(t)
    const events = t.pay(url)
    const strange = (type: string, object: object) => ({ ...eventOf(events, type), data: { object } })
    const intent = t.standin.store.list('payment_intent').at(-1)
    if (!intent) throw new Error('no intent')
    t.standin.store.update(intent.id, { metadata: {} })
    await t.webhook(strange(SUCCEEDED, { id: intent.id, object: 'payment_intent' }))
    await t.drain()
    await t.webhook(strange(COMPLETED, { id: sessionOf(url), payment_intent: intent.id }))
    expect((await stored(t)).map(({ status }) => status)).toEqual(['ignored', 'ignored'])
  })
})
