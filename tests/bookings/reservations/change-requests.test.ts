import { describe, expect } from 'vitest'
import { completeStays } from '../../../src/bookings/reservations/completion.jobs.ts'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { change, changeable, heldByHand } from '../../support/changes.ts'
import { channelScene, eventOf, sold } from '../../support/channels.ts'
import { notified, settle, show } from '../../support/payments.ts'
import { moveTo, shift } from '../../support/stays.ts'
import { actingFor, joins } from '../../support/team.ts'

const requests = (id: number, rest = '') => `/reservations/${id}/change-requests${rest}`
const ask = (t: TestApp, guest: { token: string }, id: number, body: object) =>
  t.call('POST', requests(id), body, guest)
const asked = async (t: TestApp, guest: TestUser, id: number, body: object = { check_out: inDays(35) }) => {
  const { status, body: answer } = await ask(t, guest, id, body)
  expect([status, answer]).toEqual([201, expect.anything()])
  return answer.data.change_request.id as number
}
const decline = (t: TestApp, owner: { token: string }, id: number, request: number, body: object = {}) =>
  t.call('POST', requests(id, `/${request}/decline`), body, owner)
const withdraw = (t: TestApp, guest: { token: string }, id: number, request: number) =>
  t.call('DELETE', requests(id, `/${request}`), undefined, guest)
const statuses = async (t: TestApp, user: { token: string }, id: number): Promise<string[]> =>
  (await t.call('GET', requests(id), undefined, user)).body.data.map(({ status }: { status: string }) => status)
const waiting = async (t: TestApp, owner: { token: string }) =>
  (await t.call('GET', '/desk', undefined, owner)).body.data.change_requests

describe('a guest asks for a change', () => {
  test('and learns what it would cost, as the company does; nothing else changes', async ({ t }) => {
    const { owner, guest, id, home } = await changeable(t)
    const before = await show(t, guest, id)
    // The price first, without asking.
    const priced = await t.call('POST', requests(id, '?dry_run=true'), { check_out: inDays(35) }, guest)
    expect([priced.status, priced.body.data.change_request]).toEqual([200, null])
    expect([await statuses(t, guest, id), (await waiting(t, owner)).total]).toEqual([[], 0])
    const made = await ask(t, guest, id, { check_out: inDays(35), message: 'Une nuit de plus ?' })
    expect(made.status).toBe(201)
    const { change_request, preview } = made.body.data
    expect(change_request).toMatchObject({
      reservation_id: id,
      status: 'open',
      before: { property_id: home, check_out: inDays(34), total: 458 },
      after: { property_id: home, check_out: inDays(35), total: 560 },
      message: 'Une nuit de plus ?',
      reason: null,
      open_until: inDays(33),
      closed_at: null,
    })
    const dry = await change(t, owner, id, { check_out: inDays(35) }, '?dry_run=true')
    expect(preview).toEqual(dry.body.data)
    expect(priced.body.data.preview).toEqual(preview)
    expect(preview).toMatchObject({ due: 102, refund: 0, payment_url: null, price: { total: 560 } })
    await t.drain()
    expect(await show(t, guest, id)).toEqual({ ...before, change_request: expect.objectContaining({ status: 'open' }) })
    expect(await notified(t, owner)).toContain('change_requested')
    expect(await notified(t, guest)).not.toContain('reservation_modified')
    for (const reader of [guest, owner, await t.user({ role: 'support' })])
      expect((await t.call('GET', requests(id), undefined, reader)).body).toMatchObject({
        data: [change_request],
        meta: { total: 1 },
      })
    expect(await waiting(t, owner)).toEqual({
      total: 1,
      items: [{ ...change_request, property: { id: home, title: 'Casa' } }],
    })
    // The nights are free for others.
    expect((await book(t, await t.user(), stay(home, 34, 2))).status).toBe(201)
  })

  test('which the company accepts with a change, at its own price and home', async ({ t }) => {
    const { owner, guest, id, other } = await changeable(t)
    const request = await asked(t, guest, id, { check_out: inDays(35), adults: 1 })
    const accept = { change_request_id: request, property_id: other, price: 'keep' }
    const preview = await change(t, owner, id, accept, '?dry_run=true')
    expect(await statuses(t, owner, id)).toEqual(['open'])
    const made = await change(t, owner, id, accept)
    expect(made.body.data).toEqual(preview.body.data)
    expect(made.body.data.after).toMatchObject({
      property_id: other,
      check_out: inDays(35),
      adults: 1,
      children: 0,
      total: 458,
    })
    expect(await statuses(t, guest, id)).toEqual(['accepted'])
    expect(await waiting(t, owner)).toMatchObject({ total: 0 })
    expect(await notified(t, guest)).toContain('reservation_modified')
    expect(await notified(t, guest)).not.toContain('change_declined')
    expect((await change(t, owner, id, { change_request_id: request })).body.code).toBe('request_closed')
  })

  test('and the company names no other days or guests with it', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    const change_request_id = await asked(t, guest, id)
    const refused = await change(t, owner, id, { change_request_id, check_out: inDays(36), adults: 2 })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['check_out', 'adults']])
    const another = await changeable(t, { from: 60 })
    expect((await change(t, another.owner, another.id, { change_request_id })).status).toBe(404)
    expect((await change(t, owner, id, { change_request_id: 999_999 })).status).toBe(404)
  })

  test('or declines it, with its reason', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    const request = await asked(t, guest, id)
    const answer = await decline(t, owner, id, request, { reason: 'Ménage' })
    expect(answer.body.data).toMatchObject({ id: request, status: 'declined', reason: 'Ménage' })
    expect(answer.body.data.closed_at).not.toBeNull()
    const { data: notices } = (await t.call('GET', '/notifications', undefined, guest)).body
    expect(notices.find(({ type }: { type: string }) => type === 'change_declined')).toMatchObject({
      message: expect.stringMatching(/Reason: Ménage$/),
      data: { reservation_id: id, reason: 'Ménage' },
    })
    for (const again of [
      await decline(t, owner, id, request),
      await withdraw(t, guest, id, request),
      await change(t, owner, id, { change_request_id: request }),
    ])
      expect([again.status, again.body.code]).toEqual([409, 'request_closed'])
  })

  test('once at a time: another one takes its place, and the guest can withdraw it', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    const first = await asked(t, guest, id)
    const second = await asked(t, guest, id, { adults: 1 })
    expect(await statuses(t, guest, id)).toEqual(['open', 'withdrawn'])
    // A decision on the one that was seen before decides nothing.
    for (const late of [await change(t, owner, id, { change_request_id: first }), await decline(t, owner, id, first)])
      expect([late.status, late.body.code]).toEqual([409, 'request_closed'])
    expect(await statuses(t, guest, id)).toEqual(['open', 'withdrawn'])
    expect((await show(t, guest, id)).check_out).toBe(inDays(34))
    expect((await withdraw(t, guest, id, second)).status).toBe(200)
    expect(await statuses(t, owner, id)).toEqual(['withdrawn', 'withdrawn'])
    expect(await waiting(t, owner)).toEqual({ total: 0, items: [] })
  })

  test('expires with another change, a cancellation, an arrival, or its last day', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    await asked(t, guest, id)
    await change(t, owner, id, { price: { amount: 400 } })
    await asked(t, guest, id)
    await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
    expect(await statuses(t, guest, id)).toEqual(['expired', 'expired'])
    const second = await changeable(t, { from: 60 })
    await asked(t, second.guest, second.id, { check_in: inDays(61) })
    await t.db`update change_requests set open_until = ${inDays(-2)} where reservation_id = ${second.id}`
    expect(await statuses(t, second.guest, second.id)).toEqual(['expired'])
    expect(await waiting(t, second.owner)).toEqual({ total: 0, items: [] })
    const [late] = (await t.call('GET', requests(second.id), undefined, second.owner)).body.data
    expect((await change(t, second.owner, second.id, { change_request_id: late.id })).body.code).toBe('request_closed')
    expect((await decline(t, second.owner, second.id, late.id)).body.code).toBe('request_closed')
  })

  test('in the house too, for the departure and guests; being let in keeps such a wish and ends another', async ({
    t,
  }) => {
    const { owner, guest, id } = await changeable(t)
    await shift(t, id, 0)
    await asked(t, guest, id, { check_out: inDays(5) })
    await moveTo(t, owner, id, 'checked_in')
    expect(await statuses(t, guest, id)).toEqual(['open'])
    expect((await ask(t, guest, id, { check_in: inDays(1) })).body.code).toBe('illegal_move')
    expect((await change(t, owner, id, { change_request_id: await asked(t, guest, id, { adults: 1 }) })).status).toBe(
      200,
    )
    await asked(t, guest, id, { check_out: inDays(2) })
    await shift(t, id, -4)
    await completeStays.run(t.app, {})
    expect(await statuses(t, guest, id)).toEqual(['expired', 'accepted', 'withdrawn'])
    const second = await changeable(t, { from: 60 })
    await shift(t, second.id, 0)
    await asked(t, second.guest, second.id, { check_in: inDays(1) })
    await moveTo(t, second.owner, second.id, 'checked_in')
    expect(await statuses(t, second.guest, second.id)).toEqual(['expired'])
  })

  test('of what can change, and of nothing else', async ({ t }) => {
    const { owner, guest, id, home, other } = await changeable(t)
    await book(t, await t.user(), stay(home, 36, 2))
    const inquiry = (await book(t, guest, { ...stay(other, 80), inquiry: true })).body.data.reservation_id
    const answers = [
      await ask(t, guest, id, {}),
      await ask(t, guest, id, { message: 'x' }),
      await ask(t, guest, id, { check_out: inDays(34) }),
      await ask(t, guest, id, { check_in: inDays(-1) }),
      await ask(t, guest, id, { check_in: inDays(35) }),
      await ask(t, guest, id, { adults: 0 }),
      await ask(t, guest, id, { property_id: other }),
      await ask(t, guest, id, { check_out: inDays(35), price: 'keep' }),
      await ask(t, guest, id, { check_out: inDays(38) }),
      await ask(t, guest, inquiry, { adults: 1 }),
      await ask(t, owner, id, { adults: 1 }),
      await ask(t, await t.user(), id, { adults: 1 }),
    ]
    expect(
      answers.map(({ status, body: { code, errors } }) => [status, ...(errors ? Object.keys(errors) : [code])]),
    ).toEqual([
      [400, 'check_out'],
      [400, 'check_out'],
      [400, 'check_out'],
      [400, 'check_in'],
      [400, 'check_out'],
      [400, 'adults'],
      [400, 'property_id'],
      [400, 'price'],
      [409, 'taken'],
      [409, 'illegal_move'],
      [403, 'forbidden'],
      [404, 'not_found'],
    ])
    expect(await statuses(t, guest, id)).toEqual([])
  })

  test('of stays without an account there is none to ask, and nobody decides on their own', async ({ t }) => {
    const hand = await heldByHand(t, 'later')
    expect((await ask(t, hand.owner, hand.id, { adults: 1 })).status).toBe(403)
    const { owner, guest, id } = await changeable(t, { from: 60 })
    const request = await asked(t, guest, id, { adults: 1 })
    await joins(t, owner, 'desk', null, guest)
    const refused = await decline(t, actingFor(guest, owner), id, request)
    expect([refused.status, refused.body.code]).toEqual([403, 'own_stay'])
  })

  test('a channel’s guest asks there', async ({ t }) => {
    const { owner, deliver } = await channelScene(t)
    await deliver(eventOf(sold(60, 63)))
    const [row] = await t.db<{ id: number }[]>`select id from reservations where source = 'channel' order by id desc`
    expect((await ask(t, owner, row?.id ?? 0, { adults: 1 })).status).toBe(403)
  })
})

test.extend({ env: { CHANGE_REQUESTS_PER_DAY: '2' } })('a guest asks so often a day', async ({ t }) => {
  const { guest, id } = await changeable(t)
  const answers = []
  for (const out of [35, 36, 37]) answers.push((await ask(t, guest, id, { check_out: inDays(out) })).status)
  expect(answers).toEqual([201, 201, 429])
})

test('requests are deleted a year after their last day', async ({ t }) => {
  const { guest, id } = await changeable(t)
  await asked(t, guest, id)
  await asked(t, guest, id)
  await t.db`update change_requests set open_until = current_date - 366 where reservation_id = ${id} and status = 'withdrawn'`
  await housekeeping.run(t.app, {})
  expect(await statuses(t, guest, id)).toEqual(['open'])
})

describe('at once', () => {
  test('two accept it, decline it, withdraw it: one of them is heard', async ({ t }) => {
    for (let round = 0; round < 5; round++) {
      const { owner, guest, id } = await changeable(t)
      const request = await asked(t, guest, id)
      const accept = () => change(t, owner, id, { change_request_id: request })
      const answers = await Promise.all([
        accept(),
        decline(t, owner, id, request),
        accept(),
        withdraw(t, guest, id, request),
        decline(t, owner, id, request),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
      const [status] = await statuses(t, guest, id)
      const isAccepted = answers[0]?.status === 200 || answers[2]?.status === 200
      expect(status === 'accepted').toBe(isAccepted)
      expect((await show(t, guest, id)).check_out).toBe(inDays(isAccepted ? 35 : 34))
      expect((await notified(t, guest)).filter((type: string) => type === 'change_declined')).toHaveLength(
        status === 'declined' ? 1 : 0,
      )
    }
  })

  test('wishes, a change and a cancellation leave no open wish of a stay that has ended', async ({ t }) => {
    for (let round = 0; round < 4; round++) {
      const { owner, guest, id } = await changeable(t)
      const request = await asked(t, guest, id)
      const answers = await Promise.all([
        change(t, owner, id, { change_request_id: request }),
        ...[35, 36, 37, 38].map((out) => ask(t, guest, id, { check_out: inDays(out) })),
        t.call('POST', `/reservations/${id}/cancel`, {}, guest),
        change(t, owner, id, { adults: 1 }),
      ])
      expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 400, 409].includes(status))).toEqual([])
      expect((await show(t, guest, id)).status).toBe('cancelled')
      expect(await statuses(t, guest, id)).not.toContain('open')
      await settle(t)
    }
  })
})
