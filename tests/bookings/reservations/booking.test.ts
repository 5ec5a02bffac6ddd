import { describe, expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import { alone, inDays, isolated, startApp, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, expectHomesInStep, occupied, scene, stay } from '../../support/booking.ts'
import { holdUntil } from '../../support/stays.ts'

describe('POST /reservations', () => {
  isolated('holds the nights and opens a checkout', async ({ t }) => {
    const { home, guest } = await scene(t)
    const { status, body } = await book(t, guest, stay(home))
    expect(status).toBe(201)
    expect(body.data).toEqual({
      reservation_id: expect.any(Number),
      payment_url: expect.stringContaining(t.standin.url),
      hold_expires_at: expect.any(String),
    })
    expect(await occupied(t)).toEqual([{ stay: `[${inDays(30)},${inDays(33)})` }])
    const shown = await t.call('GET', `/reservations/${body.data.reservation_id}`, undefined, guest)
    expect(shown.body.data).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      payment_url: body.data.payment_url,
      price: { total: 300 },
    })
    expect(shown.body.data.timeline).toEqual([
      {
        from: null,
        to: 'pending',
        actor: 'guest',
        reason: null,
        change: null,
        by: null,
        by_company_link: false,
        at: expect.stringMatching(/Z$/),
      },
    ])
    await expectHomesInStep(t)
  })

  isolated('of fifty parallel bookings of the same nights exactly one wins, the others get 409', async ({ t }) => {
    const { home } = await scene(t)
    const guests = await Promise.all(Array.from({ length: 50 }, () => t.user()))
    const answers = await Promise.all(guests.map((guest, index) => book(t, guest, stay(home, 30 + (index % 3), 3))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await occupied(t)).toHaveLength(1)
    await expectHomesInStep(t)
  })

  isolated('a storm over few homes never overlaps, never deadlocks, and only says 201 or 409', async ({ t }) => {
    const { owner, guest } = await scene(t)
    const homes = await Promise.all([1, 2, 3].map(() => t.home(owner)))
    const wishes = Array.from({ length: 90 }, (_, index) =>
      stay(homes[index % 3] ?? '', 20 + ((index * 7) % 25), 1 + (index % 5)),
    )
    const answers = await Promise.all(wishes.map((wish) => book(t, guest, wish)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const overlaps = await t.db`
      select from occupancy a join occupancy b on a.property_id = b.property_id and a.id < b.id and a.stay && b.stay`
    expect(overlaps).toHaveLength(0)
    // A repeated request finds its own hold.
    const booked = new Set(answers.map(({ body }) => body.data?.reservation_id).filter(Boolean))
    expect(await occupied(t)).toHaveLength(booked.size)
    await expectHomesInStep(t)
  })

  test('back-to-back stays share their day', async ({ t }) => {
    const { home, guest } = await scene(t)
    expect((await book(t, guest, stay(home, 30, 3))).status).toBe(201)
    expect((await book(t, guest, stay(home, 33, 2))).status).toBe(201)
    expect((await book(t, guest, stay(home, 28, 2))).status).toBe(201)
    const taken = await book(t, guest, stay(home, 32, 1))
    expect([taken.status, taken.body.success]).toEqual([409, false])
  })

  test('a closure of the owner keeps guests out, and a stay keeps closures out', async ({ t }) => {
    const { home, guest } = await scene(t)
    const close = (from: number, to: number) =>
      t.db.begin(async (tx) => {
        const [closure] =
          await tx`insert into closures (property_id, start_date, end_date) values (${home}, ${inDays(from)}, ${inDays(to)}) returning id`
        await tx`insert into occupancy (property_id, kind, stay, closure_id) values (${home}, 'closure', daterange(${inDays(from)}, ${inDays(to)}, '[]'), ${closure?.id})`
      })
    await close(40, 42)
    await close(41, 44)
    expect((await book(t, guest, stay(home, 42, 2))).status).toBe(409)
    expect((await book(t, guest, stay(home, 45, 2))).status).toBe(201)
    await expect(close(46, 50)).rejects.toMatchObject({ code: '23P01' })
    await expectHomesInStep(t)
  })

  alone('every broken rule is a message on its field; nothing is held', async ({ t }) => {
    const { home, guest } = await scene(t, { min_stay: 2, max_stay: 5, lead_time_days: 3, booking_window_days: 60 })
    const refused = async (changes: object, field: string) => {
      const { status, body } = await book(t, guest, { ...stay(home), ...changes })
      expect([status, Object.keys(body.data)]).toEqual([400, [field]])
    }
    await refused({ check_out: inDays(31) }, 'check_out')
    await refused({ check_out: inDays(36) }, 'check_out')
    await refused({ check_in: inDays(1), check_out: inDays(3) }, 'check_in')
    await refused({ check_in: inDays(70), check_out: inDays(72) }, 'check_in')
    await refused({ adults: 5 }, 'adults')
    await refused({ check_out: inDays(30) }, 'check_out')
    await refused({ check_out: inDays(10) }, 'check_out')
    expect(await occupied(t)).toHaveLength(0)
    expect(await t.db`select from reservations`).toHaveLength(0)
  })

  test.for([
    [{}, 'property_id'],
    [{ check_in: 'tomorrow' }, 'check_in'],
    [{ check_in: '2027-02-30' }, 'check_in'],
    [{ check_out: 20270101 }, 'check_out'],
    [{ adults: 0 }, 'adults'],
    [{ adults: '9999999999999' }, 'adults'],
    [{ message: 'x'.repeat(2_001) }, 'message'],
  ] as const)('%j is a field error', async ([changes, field], { t }) => {
    const { home, guest } = await scene(t)
    const body = field === 'property_id' ? { ...stay(home), property_id: 'abc' } : { ...stay(home), ...changes }
    const answer = await book(t, guest, body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.data)).toContain(field)
  })

  test('needs a token, a home that exists, and one that is published', async ({ t }) => {
    const { owner, guest } = await scene(t)
    const draft = await t.home(owner, { status: 'draft' })
    expect((await t.call('POST', '/reservations', stay(draft))).status).toBe(401)
    expect((await book(t, guest, stay(draft))).status).toBe(404)
    expect((await book(t, guest, stay('01980000-0000-7000-8000-000000000000'))).status).toBe(404)
  })

  isolated('an inquiry holds nothing, owes nothing, and tells the owner', async ({ t }) => {
    const { home, guest, owner } = await scene(t)
    const { status, body } = await book(t, guest, { ...stay(home), inquiry: true, message: 'Is the garden fenced?' })
    expect([status, body.data]).toEqual([
      201,
      { reservation_id: expect.any(Number), hold_expires_at: expect.any(String) },
    ])
    expect(await occupied(t)).toHaveLength(0)
    const told = await t.call('GET', '/notifications', undefined, owner)
    expect(told.body.data).toMatchObject([
      { type: 'reservation_inquiry', data: { reservation_id: body.data.reservation_id } },
    ])
  })

  alone(
    'when the provider cannot be reached: 503, the hold stays, and the same wish opens the checkout later',
    async ({ t }) => {
      const { home, guest } = await scene(t)
      const open = t.app.payments.createCheckout
      t.app.payments.createCheckout = () =>
        Promise.reject(new AppError('providerUnavailable', { headers: { 'retry-after': '10' } }))
      const { status, headers } = await book(t, guest, stay(home))
      expect([status, headers['retry-after']]).toEqual([503, '10'])
      expect(await occupied(t)).toHaveLength(1)
      expect((await book(t, await t.user(), stay(home))).status).toBe(409)
      t.app.payments.createCheckout = open
      const again = await book(t, guest, stay(home))
      expect([again.status, again.body.data.payment_url]).toEqual([201, expect.stringContaining('/pay/cs_test_')])
      expect(await t.db`select status from reservations`).toEqual([{ status: 'pending' }])
    },
  )

  test('a provider that nobody answers for is a 503 within the time of its retries', async () => {
    const t = await startApp({ STRIPE_API_URL: 'http://127.0.0.1:9' })
    try {
      const { home, guest } = await scene(t)
      expect((await book(t, guest, stay(home))).status).toBe(503)
    } finally {
      await t.close()
    }
  })
})

describe('expiry', () => {
  const expire = (t: TestApp) => holdUntil(t, '-1 second')

  test('the next booking that wants the nights frees an overdue hold, without the job', async ({ t }) => {
    const { home, guest } = await scene(t)
    const first = (await book(t, guest, stay(home))).body.data
    await expire(t)
    expect((await book(t, await t.user(), stay(home, 31, 1))).status).toBe(201)
    const { body } = await t.call('GET', `/reservations/${first.reservation_id}`, undefined, guest)
    expect(body.data).toMatchObject({ status: 'expired', payment_url: null })
    expect(body.data.timeline.at(-1)).toMatchObject({ from: 'pending', to: 'expired', actor: 'system' })
    await expectHomesInStep(t)
  })

  alone('the job frees holds and inquiries, and closes their checkout at the provider', async ({ t }) => {
    const { home, guest } = await scene(t)
    const { payment_url } = (await book(t, guest, stay(home))).body.data
    await book(t, guest, { ...stay(home, 60), inquiry: true })
    await expire(t)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await t.drain()
    expect(await t.db`select distinct status from reservations`).toEqual([{ status: 'expired' }])
    expect(await occupied(t)).toHaveLength(0)
    const [session] = t.standin.store.list('checkout.session')
    expect(session?.status).toBe('expired')
    expect(() => t.pay(payment_url)).toThrow(/no longer open/)
  })

  isolated('the job and a booking at once free a hold once', async ({ t }) => {
    const { home, guest } = await scene(t)
    await book(t, guest, stay(home))
    await expire(t)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    const [, booked] = await Promise.all([t.drain(), book(t, guest, stay(home))])
    expect(booked.status).toBe(201)
    expect(await t.db`select from reservation_events where to_status = 'expired'`).toHaveLength(1)
    expect(await occupied(t)).toHaveLength(1)
  })
})

/** A stay that waits for its payment, and what people list. */
async function booked(t: TestApp) {
  const people = await scene(t)
  const { reservation_id } = (await book(t, people.guest, stay(people.home))).body.data
  return { ...people, reservation_id }
}
const list = async (t: TestApp, user: TestUser, query = '') =>
  (await t.call('GET', `/reservations${query}`, undefined, user)).body

describe('reading reservations', () => {
  test('a stranger sees nothing, the owner and support see the stay', async ({ t }) => {
    const { guest, owner, reservation_id } = await booked(t)
    const see = async (user: TestUser) =>
      (await t.call('GET', `/reservations/${reservation_id}`, undefined, user)).status
    expect([
      await see(guest),
      await see(owner),
      await see(await t.user({ role: 'support' })),
      await see(await t.user()),
    ]).toEqual([200, 200, 200, 404])
    expect((await t.call('GET', '/reservations/abc', undefined, guest)).status).toBe(404)
    expect((await t.call('GET', '/reservations/99999999999', undefined, guest)).status).toBe(404)
  })

  test('a guest lists their own stays, and an owner those in their homes', async ({ t }) => {
    const { guest, owner, reservation_id } = await booked(t)
    expect((await list(t, guest)).data).toMatchObject([{ id: reservation_id, total: 300, status: 'pending' }])
    expect((await list(t, owner)).data).toEqual([])
    expect((await list(t, owner, '?as=owner')).meta).toMatchObject({ page: 1, per_page: 20, total: 1, last_page: 1 })
    expect((await list(t, guest, '?status=confirmed')).data).toEqual([])
    expect((await list(t, owner, '?as=owner')).data).toMatchObject([{ guest_name: 'Ada Lovelace' }])
    expect((await list(t, guest, '?page=9')).meta).toMatchObject({ page: 9, per_page: 20, total: 1, last_page: 1 })
  })

  test('an owner searches by home, days, state, people and number; a guest not by people', async ({ t }) => {
    const { home, guest, owner, reservation_id } = await booked(t)
    for (const [query, found] of [
      [`property_id=${home}`, 1],
      [`from=${inDays(33)}`, 1],
      [`from=${inDays(34)}`, 0],
      [`to=${inDays(30)}`, 1],
      [`to=${inDays(29)}`, 0],
      [`from=${inDays(31)}&to=${inDays(32)}&status=pending`, 1],
      ['q=lovelacE', 1],
      ['q=MAISON', 1],
      ['q=%25', 0],
      [`q=${reservation_id}`, 1],
    ] as const)
      expect((await list(t, owner, `?as=owner&${query}`)).data, query).toHaveLength(found)
    // A guest does not search by people.
    expect((await list(t, guest, '?q=lovelace')).data).toEqual([])
  })

  test('a filter that is none is 400', async ({ t }) => {
    const guest = await t.user()
    for (const query of ['from=2026-02-30', 'to=soon', 'property_id=1', `q=${'x'.repeat(101)}`])
      expect((await t.call('GET', `/reservations?${query}`, undefined, guest)).status, query).toBe(400)
    expect((await t.call('GET', '/reservations?status=nonsense', undefined, guest)).status).toBe(400)
  })
})
