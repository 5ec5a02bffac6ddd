import { describe, expect } from 'vitest'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { pastStay } from '../../support/stays.ts'

const tell = (t: TestApp, path: string, user?: TestUser) => t.call('POST', path, undefined, user)
const notices = async (t: TestApp, user: TestUser): Promise<{ type: string }[]> =>
  (await t.call('GET', '/notifications', undefined, user)).body.data
const types = async (t: TestApp, user: TestUser) => (await notices(t, user)).map(({ type }) => type)
/** As after a restore from before the notification, or for a row from before the feature. */
const forget = (t: TestApp) => t.db`delete from notifications`

/** A paid stay, beside a home of other people. */
async function paidStay(t: TestApp) {
  await scene(t)
  const people = await scene(t)
  const booked = (await book(t, people.guest, stay(people.home))).body.data
  await t.deliver(t.pay(booked.payment_url))
  const [payment] = await t.db<{ id: number }[]>`select id from payments`
  return { ...people, reservation_id: booked.reservation_id as number, payment_id: payment?.id ?? 0 }
}

async function cancelledStay(t: TestApp) {
  const people = await paidStay(t)
  await t.call('POST', `/reservations/${people.reservation_id}/cancel`, {}, people.guest)
  await t.drain()
  return people
}

/** Answers to twenty callers at once: it is created once, and everybody gets the same notification. */
async function race(t: TestApp, path: string, user: TestUser) {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => tell(t, index % 2 ? path : `/${path}`, user)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(answers.filter(({ body }) => body.data.created)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.data.notification.id)).size).toBe(1)
}

describe('POST /booking_canceled_to_guest_notification/{payment_id}', () => {
  const path = (id: number | string) => `/booking_canceled_to_guest_notification/${id}`

  alone('after the cancellation itself it tells nobody twice', async ({ t }) => {
    const { owner, guest, payment_id, reservation_id } = await cancelledStay(t)
    const before = await types(t, guest)
    const mails = (await t.mails(guest.email)).length
    const answer = await tell(t, path(payment_id), owner)
    expect([answer.status, answer.body.message]).toEqual([200, 'Cette notification existait déjà.'])
    expect(answer.body.data).toEqual({
      created: false,
      notification: {
        id: expect.any(Number),
        type: 'reservation_cancelled',
        title: 'Réservation annulée',
        message: expect.stringContaining('Maison du test'),
        data: expect.objectContaining({ reservation_id, home: 'Maison du test' }),
        created_at: expect.stringMatching(/Z$/),
      },
    })
    await t.drain()
    expect([await types(t, guest), (await t.mails(guest.email)).length]).toEqual([before, mails])
  })

  alone('twenty at once, with and without the prefix, tell the guest once; the owner is not told', async ({ t }) => {
    const { owner, guest, payment_id } = await cancelledStay(t)
    await forget(t)
    const mails = (await t.mails(guest.email)).length
    await race(t, path(payment_id), owner)
    await t.drain()
    expect([await types(t, guest), await types(t, owner)]).toEqual([['reservation_cancelled'], []])
    expect(await t.mails(guest.email)).toHaveLength(mails + 1)
  })

  alone('is the owner’s and support’s, for a cancelled reservation', async ({ t }) => {
    const { owner, guest, payment_id } = await paidStay(t)
    expect((await tell(t, path(payment_id))).status).toBe(401)
    expect((await tell(t, path(payment_id), owner)).status).toBe(409)
    expect((await tell(t, path(payment_id), guest)).status).toBe(403)
    expect((await tell(t, path(payment_id), await t.user())).status).toBe(404)
    for (const id of [999_999, 'x', -1, '9'.repeat(20)]) expect((await tell(t, path(id), owner)).status).toBe(404)
    expect((await tell(t, path(payment_id), await t.user({ role: 'support' }))).status).toBe(409)
  })
})

describe('POST /payment_status_notification/{payment_id}', () => {
  const path = (id: number | string) => `/payment_status_notification/${id}`

  alone('a payment that arrived was told to both already', async ({ t }) => {
    const { owner, guest, payment_id } = await paidStay(t)
    const before = [await types(t, guest), await types(t, owner)]
    for (const user of [owner, guest, await t.user({ role: 'support' })]) {
      const { status, body } = await tell(t, path(payment_id), user)
      expect([status, body.data.created, body.data.notification.type]).toEqual([200, false, 'payment_received'])
    }
    expect([await types(t, guest), await types(t, owner)]).toEqual(before)
    await forget(t)
    await race(t, path(payment_id), guest)
    expect([await types(t, guest), await types(t, owner)]).toEqual([['payment_received'], ['payment_received']])
  })

  alone('the latest refund goes before the payment; each of the two is told once', async ({ t }) => {
    const { owner, guest, payment_id } = await cancelledStay(t)
    const [refund] = await t.db<{ status: string }[]>`select status from refunds`
    const type = refund?.status === 'succeeded' ? 'refund_approved' : 'refund_pending'
    const count = async (user: TestUser) => (await types(t, user)).filter((one) => one === type).length
    expect([await count(guest), await count(owner)]).toEqual([1, 0])
    const { status, body } = await tell(t, path(payment_id), owner)
    expect([status, body.data.created, body.data.notification.type]).toEqual([200, true, type])
    expect((await tell(t, path(payment_id), owner)).body.data.created).toBe(false)
    expect([await count(guest), await count(owner)]).toEqual([1, 1])
    for (const [state, expected] of [
      ['pending', 200],
      ['failed', 409],
    ] as const) {
      await t.db`update refunds set status = ${state}`
      expect((await tell(t, path(payment_id), owner)).status).toBe(expected)
    }
  })

  alone('a payment that failed was told to the guest; the owner learns it here', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const { payment_url } = (await book(t, guest, stay(home))).body.data
    const [payment] = await t.db<{ id: number }[]>`select id from payments`
    expect((await tell(t, path(payment?.id ?? 0), guest)).status).toBe(409)
    await t.deliver(t.decline(payment_url))
    expect(await types(t, guest)).toEqual(['payment_failed'])
    const first = await tell(t, path(payment?.id ?? 0), guest)
    expect(first.body.data).toMatchObject({ created: true, notification: { type: 'payment_failed' } })
    expect((await tell(t, path(payment?.id ?? 0), owner)).body.data.created).toBe(false)
    expect([await types(t, guest), await types(t, owner)]).toEqual([['payment_failed'], ['payment_failed']])
  })

  test('is for owner, support and payer', async ({ t }) => {
    const { payment_id } = await paidStay(t)
    expect((await tell(t, path(payment_id))).status).toBe(401)
    expect((await tell(t, path(payment_id), await t.user())).status).toBe(404)
    expect((await tell(t, path('nothing'), await t.user())).status).toBe(404)
    expect((await tell(t, path(999_999), await t.user({ role: 'admin' }))).status).toBe(404)
  })
})

describe('messages', () => {
  const toOwner = (id: number | string) => `/new_message_from_traveler/${id}`
  const toGuest = (id: number | string, sender: number | string) =>
    `/owner_message_to_traveler_notification/${id}/${sender}`

  async function talk(t: TestApp) {
    const people = await scene(t)
    const send = async (from: TestUser, to: TestUser): Promise<number> => {
      const body = { receiver_id: to.id, content: 'Bonjour', property_id: people.home }
      return (await t.call('POST', '/messages', body, from)).body.data.id
    }
    const question = await send(people.guest, people.owner)
    return { ...people, question, answer: await send(people.owner, people.guest) }
  }

  test('were told when they were sent', async ({ t }) => {
    const { owner, guest, question, answer } = await talk(t)
    const asked = await tell(t, toOwner(question), guest)
    expect(asked.body.data).toMatchObject({ created: false, notification: { type: 'new_message' } })
    const answered = await tell(t, toGuest(answer, owner.id), owner)
    expect(answered.body.data).toMatchObject({ created: false, notification: { data: { message_id: answer } } })
    expect([await types(t, guest), await types(t, owner)]).toEqual([['new_message'], ['new_message']])
  })

  alone('twenty at once tell once', async ({ t }) => {
    const { owner, guest, question, answer } = await talk(t)
    await forget(t)
    await race(t, toOwner(question), guest)
    await race(t, toGuest(answer, owner.id), owner)
    expect([await types(t, guest), await types(t, owner)]).toEqual([['new_message'], ['new_message']])
  })

  test('are their authors’, in the right direction', async ({ t }) => {
    const { owner, guest, question, answer } = await talk(t)
    const stranger = await t.user({ role: 'admin' })
    for (const [user, path, status] of [
      [undefined, toOwner(question), 401],
      [owner, toOwner(question), 403],
      [stranger, toOwner(question), 404],
      // Only the two of them learn which author is right.
      [stranger, toGuest(answer, owner.id), 404],
      [owner, toOwner(answer), 409],
      [guest, toOwner(999_999), 404],
      [guest, toOwner('x'), 404],
      [undefined, toGuest(answer, owner.id), 401],
      [guest, toGuest(answer, owner.id), 403],
      [owner, toGuest(answer, guest.id), 404],
      [guest, toGuest(question, guest.id), 403],
      [owner, toGuest(999_999, owner.id), 404],
      [owner, toGuest(answer, 'me'), 404],
    ] as const)
      expect([path, (await tell(t, path, user)).status]).toEqual([path, status])
  })
})

describe('POST /new_message_from_traveler_comment_notification/{comment_id}', () => {
  const path = (id: number | string) => `/new_message_from_traveler_comment_notification/${id}`

  alone('was told when the review was written, and raced it is told once', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await pastStay(t, home, guest)
    const written = await t.call('POST', `/properties/${home}/comments`, { rating: 4, content: 'Calme.' }, guest)
    const { id } = written.body.data
    const answer = await tell(t, path(id), guest)
    expect(answer.body.data).toMatchObject({ created: false, notification: { type: 'review_received' } })
    await forget(t)
    await race(t, path(id), guest)
    expect(await types(t, owner)).toEqual(['review_received'])
    for (const other of [owner, await t.user({ role: 'admin' })])
      expect((await tell(t, path(id), other)).status).toBe(403)
    expect((await tell(t, path(id))).status).toBe(401)
    for (const wrong of [999_999, 'x']) expect((await tell(t, path(wrong), guest)).status).toBe(404)
    await t.call('POST', `/comments/${id}/hide`, { reason: 'x' }, await t.user({ role: 'support' }))
    expect((await tell(t, path(id), guest)).status).toBe(409)
  })
})
