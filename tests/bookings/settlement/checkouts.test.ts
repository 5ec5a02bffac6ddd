import { describe, expect } from 'vitest'
import { alone, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { reserved, sessionOf, takeEvents } from '../../support/payments.ts'
import { loseAnswer } from '../../support/settlement.ts'
import { holdUntil } from '../../support/stays.ts'

describe('a checkout can be opened again', () => {
  test('a hundred confirmations of one quote at once give one reservation and one URL', async ({ t }) => {
    const { home, guest } = { ...(await reserved(t)), guest: await t.user() }
    const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
  })

  alone(
    'after a lost answer, and after the title and the address have changed, the same session comes back',
    async ({ t }) => {
      const { owner, guest, home } = await reserved(t)
      const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
      const confirm = () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)
      const first = await confirm()
      await loseAnswer(t)
      await t.call('PUT', `/properties/${home}`, { title: 'Another title' }, owner)
      await t.db`update users set email = 'new@example.org' where id = ${guest.id}`
      const again = await confirm()
      expect([again.status, again.body.data]).toEqual([200, first.body.data])
      expect(t.standin.store.list('checkout.session')).toHaveLength(2)
    },
  )

  alone('with too little time left for the provider a new attempt begins, and the hold outlives it', async ({ t }) => {
    const { guest, home } = await reserved(t)
    const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
    const confirm = () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)
    const first = await confirm()
    await t.db`
      update checkout_sessions set session_id = null, url = null, expires_at = now() + interval '31 minutes'
      where session_id = ${sessionOf(first.body.data.payment_url)}`
    await holdUntil(t, '36 minutes')
    const again = await confirm()
    expect(again.status).toBe(200)
    expect(again.body.data.payment_url).not.toBe(first.body.data.payment_url)
    // The hold beside it has no new attempt.
    const minutes = await t.db`
      select round(extract(epoch from r.hold_expires_at - now()) / 60)::int as held,
        round(extract(epoch from p.payable_until - now()) / 60)::int as payable
      from reservations r join payments p on p.reservation_id = r.id order by r.id`
    expect(minutes).toEqual([
      { held: 36, payable: 36 },
      { held: 50, payable: 50 },
    ])
  })

  alone(
    'a guest who let a whole session pass gets no second one: the nights are not held without end',
    async ({ t }) => {
      const { guest, home } = await reserved(t)
      const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
      const confirm = () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)
      await confirm()
      // As when the time of the session is up: five minutes of the hold are left.
      await t.db`update checkout_sessions set expires_at = now() - interval '1 second'`
      await holdUntil(t, '5 minutes')
      expect((await confirm()).status).toBe(409)
      await t.db`update checkout_sessions set expires_at = now() + interval '25 minutes'`
      await holdUntil(t, '30 minutes')
      expect((await confirm()).status).toBe(200)
      // The provider closes the session and sends the event.
      const [session] = t.standin.store.list('checkout.session')
      await fetch(`${t.standin.url}/v1/checkout/sessions/${session?.id}/expire`, {
        method: 'POST',
        headers: { authorization: `Bearer ${t.app.config.stripe.secretKey}` },
      })
      await t.deliver(takeEvents(t))
      expect((await confirm()).status).toBe(409)
      expect(t.standin.store.list('checkout.session')).toHaveLength(2)
    },
  )

  alone('nor does one whose hold is over and has not been swept yet', async ({ t }) => {
    const { guest, home } = await reserved(t)
    const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
    const confirm = () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)
    await confirm()
    await t.db`update checkout_sessions set session_id = null, url = null, expires_at = now()`
    await holdUntil(t, '-10 minutes')
    expect((await confirm()).status).toBe(409)
  })

  test('a wish that comes again finds its own hold and its own URL', async ({ t }) => {
    const { guest, home } = await reserved(t)
    const wish = stay(home, 60)
    const answers = await Promise.all(Array.from({ length: 6 }, () => book(t, guest, wish)))
    expect([...new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))]).toHaveLength(1)
    const quote_id = (await t.call('POST', '/quotes', stay(home, 80))).body.data.quote_id
    const quoted = await Promise.all(Array.from({ length: 6 }, () => book(t, guest, { quote_id })))
    expect([...new Set(quoted.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))]).toHaveLength(1)
    expect((await book(t, await t.user(), wish)).status).toBe(409)
  })
})
