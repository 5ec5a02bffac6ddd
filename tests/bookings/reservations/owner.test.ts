import { describe, expect, vi } from 'vitest'
import { completeStays } from '../../../src/bookings/reservations/completion.jobs.ts'
import { alone, inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, occupied, scene, stay } from '../../support/booking.ts'
import {
  CONFIRMED,
  expire,
  notified,
  paid,
  refundsMade,
  reserved,
  sessionOf,
  settle,
  show,
} from '../../support/payments.ts'
import { holdUntil, moveTo, shift } from '../../support/stays.ts'

async function inquired(t: TestApp) {
  const people = await scene(t, { title: 'Casa', instant_book: false })
  const answer = await book(t, people.guest, { ...stay(people.home), inquiry: true })
  return { ...people, id: Number(answer.body.data.reservation_id) }
}

/** The payment link in the last mail to the guest. */
async function payLink(t: TestApp, guest: TestUser): Promise<string> {
  const [mail] = await t.mails(guest.email)
  return /\/api\/v1\/pay\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
}

describe('an inquiry', () => {
  isolated('accepted holds its nights for a day; the guest is mailed a link that opens a checkout', async ({ t }) => {
    const { owner, guest, id } = await inquired(t)
    const answer = await moveTo(t, owner, id, 'Accepter')
    expect([answer.status, answer.body.data]).toEqual([200, { reservation_id: id, status: 'pending' }])
    expect(await occupied(t)).toHaveLength(1)
    const [held] = await t.db`
      select hold_expires_at - now() between '23 hours' and '24 hours' as a_day from reservations where id = ${id}`
    expect(held?.a_day).toBe(true)
    await t.drain()
    expect(await notified(t, guest)).toEqual(['inquiry_accepted'])

    const link = await payLink(t, guest)
    const page = await t.call('GET', `/${link}`, undefined, { locale: 'en' })
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.body).toMatch(/Casa.*Amount due: €300\.00.*<form method="post"><button>Pay/s)
    const opened = await t.call('POST', `/${link}`)
    expect(opened.status).toBe(303)
    const again = await t.call('POST', `/${link}`)
    expect(again.headers.location).toBe(opened.headers.location)
    await t.deliver(t.pay(String(opened.headers.location)))
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect((await t.call('GET', `/${link}`, undefined, { locale: 'en' })).body).toContain('Already paid')
    expect((await t.call('POST', `/${link}`)).headers.location).toBe(link)
  })

  alone(
    'accepted twice waits for its payment still; its link opens another session after one has ended',
    async ({ t }) => {
      const { owner, guest, id } = await inquired(t)
      await moveTo(t, owner, id, 'confirmed')
      const again = await moveTo(t, owner, id, 'confirmed')
      expect(again.body.data).toEqual({ reservation_id: id, status: 'pending' })
      await t.drain()
      const link = await payLink(t, guest)
      const first = String((await t.call('POST', `/${link}`)).headers.location)
      await t.db`update checkout_sessions set closed_at = now(), expires_at = now() - interval '1 minute'`
      const second = String((await t.call('POST', `/${link}`)).headers.location)
      expect(sessionOf(second)).not.toBe(sessionOf(first))
      await t.db`update checkout_sessions set closed_at = now()`
      await holdUntil(t, '20 minutes')
      expect((await t.call('POST', `/${link}`)).status).toBe(409)
      await expire(t, id)
      expect((await t.call('GET', `/${link}`)).body).toContain('n’est plus possible')
    },
  )

  test('cannot be accepted once its nights are taken, and is declined without a refund', async ({ t }) => {
    const { owner, guest, home, id } = await inquired(t)
    await t.call('PUT', `/properties/${home}`, { instant_book: true }, owner)
    expect((await book(t, await t.user(), stay(home))).status).toBe(201)
    expect((await moveTo(t, owner, id, 'confirmed')).status).toBe(409)
    expect(await show(t, guest, id)).toMatchObject({ status: 'inquiry' })
    expect((await moveTo(t, owner, id, 'REFUSER')).body.data.status).toBe('declined')
    expect(await notified(t, guest)).toEqual(['inquiry_declined'])
    expect((await moveTo(t, owner, id, 'confirmed')).status).toBe(409)
  })

  alone('for nights that are over cannot be accepted, only declined', async ({ t }) => {
    const { owner, guest, id } = await inquired(t)
    await t.db`update reservations set check_in = ${inDays(-1)}, check_out = ${inDays(0)}`
    expect((await moveTo(t, owner, id, 'confirmed')).status).toBe(409)
    expect(await show(t, guest, id)).toMatchObject({ status: 'inquiry', payments: [] })
    expect((await moveTo(t, owner, id, 'declined')).status).toBe(200)
  })

  alone('and fifty bookings of its nights at once: one of them has the nights', async ({ t }) => {
    const { owner, home, id } = await inquired(t)
    await t.call('PUT', `/properties/${home}`, { instant_book: true }, owner)
    const guests = await Promise.all(Array.from({ length: 25 }, () => t.user()))
    const answers = await Promise.all([
      ...guests.map((guest) => book(t, guest, stay(home))),
      ...guests.map(() => moveTo(t, owner, id, 'confirmed')),
    ])
    expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
    expect(await occupied(t)).toHaveLength(1)
    const held = await t.db`select from reservations where status = 'pending'`
    expect(held).toHaveLength(1)
    expect(await t.db`select from payments`).toHaveLength(1)
  })
})

describe('a paid stay', () => {
  isolated('that the owner cancels goes back in full, whatever the terms, and frees its nights', async ({ t }) => {
    const { owner, guest, id } = await paid(t, { cancellation_policy: 'strict' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => moveTo(t, owner, id, 'annuler')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    await settle(t)
    expect(refundsMade(t)).toMatchObject([{ amount: 30_000 }])
    expect(await show(t, guest, id)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'owner',
      payment_status: 'refunded',
    })
    expect(await occupied(t)).toHaveLength(0)
    const refund = ['refund_approved', 'refund_pending']
    expect(await notified(t, guest)).toEqual([...CONFIRMED, ...refund, 'reservation_cancelled'].sort())
    expect(await notified(t, owner)).toEqual([...CONFIRMED, 'reservation_cancelled'].sort())
  })

  test('is not cancelled for a chosen refund, which is for the other operation; other unknown fields are ignored', async ({
    t,
  }) => {
    const { owner, guest, id } = await paid(t)
    const url = `//reservations/change-status-reservation-by-proprio/${id}`
    const by = { ...owner, locale: 'en' as const }
    const refused = [
      await t.call('POST', `${url}/cancelled`, { refund: { amount: 50 } }, by),
      await t.call('POST', `${url}/cancelled`, { amount: 50, refund: 'by_terms', x: 1 }, by),
      await t.call('POST', `${url}/declined?amount=50`, undefined, by),
      await t.call('GET', `${url}/cancelled?refund=by_terms`, undefined, by),
      await t.call('POST', `${url}/confirmed`, { amount: null }, by),
    ]
    expect(refused.map(({ status, body }) => [status, body.code, Object.keys(body.data ?? {}).toSorted()])).toEqual([
      [400, 'validation', ['refund']],
      [400, 'validation', ['amount', 'refund']],
      [400, 'validation', ['amount']],
      [400, 'validation', ['refund']],
      [400, 'validation', ['amount']],
    ])
    expect(refused[0]?.body.data.refund[0]).toContain('POST /reservations/{id}/cancel')
    expect((await show(t, guest, id)).status).toBe('confirmed')
    expect((await t.call('POST', `${url}/cancelled?y=1`, { reason: 'x' }, owner)).status).toBe(200)
  })

  test('that is over is cancelled by nobody, and nothing of it is given back', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    const support = await t.user({ role: 'support' })
    // Confirmed still, as after an outage: over since its check-out day, by three days, or running.
    for (const [from, status] of [
      [-3, 409],
      [-6, 409],
      [-2, 200],
    ] as const) {
      await shift(t, id, from)
      for (const user of [owner, support]) {
        const { body, ...answer } = await moveTo(t, user, id, 'cancelled')
        expect([answer.status, body.success], `${from}`).toEqual([status, status === 200])
      }
      if (status === 409) expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', refunds: [] })
    }
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', refunds: [{ amount: 300 }] })
  })

  isolated('checks in from its day, then completes; its nights stay taken, and nothing leads back', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    expect((await moveTo(t, owner, id, 'checked_in')).status).toBe(409)
    expect((await moveTo(t, owner, id, 'completed')).status).toBe(409)
    await shift(t, id, -1)
    expect((await moveTo(t, owner, id, 'arrive', 'GET')).body.data.status).toBe('checked_in')
    expect((await moveTo(t, owner, id, 'cancelled')).status).toBe(409)
    // Not before its check-out day.
    expect((await moveTo(t, owner, id, 'termine')).status).toBe(409)
    await shift(t, id, -3)
    expect((await moveTo(t, owner, id, 'termine')).body.data.status).toBe('completed')
    expect(await occupied(t)).toHaveLength(1)
    for (const word of ['confirmed', 'checked_in', 'no_show', 'cancelled', 'declined'])
      expect((await moveTo(t, owner, id, word)).status, word).toBe(409)
    expect(await notified(t, guest)).toEqual([...CONFIRMED, 'stay_completed'].sort())
    const { timeline } = await show(t, owner, id)
    expect(timeline.map(({ to, actor }: { to: string; actor: string }) => [to, actor])).toEqual([
      ['pending', 'guest'],
      ['confirmed', 'system'],
      ['checked_in', 'owner'],
      ['completed', 'owner'],
    ])
  })

  alone('whose guest does not come is refunded by the terms, and only after the check-in day', async ({ t }) => {
    const { owner, guest, id } = await paid(t, { cancellation_policy: 'flexible' })
    await shift(t, id, 0)
    expect((await moveTo(t, owner, id, 'absent')).status).toBe(409)
    await shift(t, id, -1)
    const terms = JSON.stringify([
      { until: inDays(-2), first_night_kept: false, percent_refunded: 100, refund_cents: 30_000 },
      { until: inDays(0), first_night_kept: true, percent_refunded: 50, refund_cents: 10_000 },
    ])
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', ${terms}::text::jsonb)`
    expect((await moveTo(t, owner, id, 'absent')).body.data.status).toBe('no_show')
    await t.drain()
    expect(refundsMade(t)).toMatchObject([{ amount: 10_000 }])
    expect(await show(t, guest, id)).toMatchObject({ status: 'no_show', payment_status: 'partially_refunded' })
    expect(await occupied(t)).toHaveLength(1)
  })
})

test('a hold is accepted without online payment, and can still be paid', async ({ t }) => {
  const { owner, guest, id, url } = await reserved(t)
  expect((await moveTo(t, owner, id, 'confirmed')).body.data.status).toBe('confirmed')
  expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'unpaid' })
  expect(await notified(t, guest)).toEqual(['reservation_confirmed'])
  await t.deliver(t.pay(url))
  expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  expect(await notified(t, guest)).toEqual(CONFIRMED)
})

isolated(
  'an owner’s refusal and a payment at once: the stay is declined, and the money is back or never came',
  async ({ t }) => {
    const { owner, guest, id, url } = await reserved(t)
    const events = t.pay(url)
    await Promise.all([moveTo(t, owner, id, 'declined'), ...events.map((event) => t.webhook(event))])
    await t.drain()
    const { status } = await show(t, guest, id)
    if (status === 'confirmed') await moveTo(t, owner, id, 'cancelled')
    await settle(t)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
    expect(refundsMade(t)).toMatchObject([{ amount: 30_000 }])
    expect(await occupied(t)).toHaveLength(0)
  },
)

test('strangers, guests, unknown words and unknown stays are refused; the staff may do what the owner may', async ({
  t,
}) => {
  const { owner, guest, id } = await reserved(t)
  expect((await moveTo(t, undefined, id, 'confirmed')).status).toBe(401)
  expect((await moveTo(t, guest, id, 'confirmed')).status).toBe(403)
  for (const user of [await t.user(), await t.user({ role: 'owner' })])
    for (const word of ['confirmed', 'perhaps']) expect((await moveTo(t, user, id, word)).status).toBe(404)
  const unknown = await moveTo(t, owner, id, 'perhaps')
  expect([unknown.status, Object.keys(unknown.body.data)]).toEqual([400, ['status']])
  for (const missing of ['0', '999999', 'x', '99999999999'])
    expect((await moveTo(t, owner, missing, 'confirmed')).status, missing).toBe(404)
  expect((await moveTo(t, owner, id, `${'x'.repeat(250)}`)).status).toBe(400)
  const answer = await t.call(
    'GET',
    `/reservations/change-status-reservation-by-proprio/${id}/declined`,
    undefined,
    await t.user({ role: 'support' }),
  )
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  const [event] = (await show(t, owner, id)).timeline.slice(-1)
  expect(event).toMatchObject({ to: 'declined', actor: 'support' })
})

describe('when the check-out day has passed', () => {
  const running = test.extend({ running: { run: true, clock: { schedule: '* * * * *', everySeconds: 1 } } })

  alone('stays are completed, at their home’s time; one that fails stops none behind it', async ({ t }) => {
    const { home, guest } = await scene(t)
    const ids: number[] = []
    for (const from of [10, 20, 30, 40]) ids.push((await book(t, guest, stay(home, from))).body.data.reservation_id)
    await t.db`update reservations set status = 'confirmed', hold_expires_at = null`
    for (const [index, id] of ids.entries()) await shift(t, id, -30 + index * 7)
    // The check-out day of the last one is today.
    await shift(t, ids[3] ?? 0, -3)
    await t.db`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`
    await t.db.unsafe(
      `create trigger refuse before update on reservations for each row when (old.id = ${ids[0]}) execute function refuse()`,
    )
    await t.app.jobs.enqueue(t.db, completeStays, {})
    await t.drain()
    const states = await t.db<{ status: string }[]>`select status from reservations order by id`
    expect(states.map(({ status }) => status)).toEqual(['confirmed', 'completed', 'completed', 'confirmed'])
    expect(await notified(t, guest)).toEqual(['stay_completed', 'stay_completed'])
  })

  running('by the scheduler itself', async ({ t }) => {
    expect(t.app).toBeDefined()
    await vi.waitFor(
      async () =>
        expect(
          await t.db`select from pgboss.job where name = 'reservations.complete' and state = 'completed'`,
        ).not.toHaveLength(0),
      { timeout: 20_000 },
    )
  })
})
