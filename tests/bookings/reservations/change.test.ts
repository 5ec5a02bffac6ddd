import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { inDays, isolated, PARIS, type TestApp, test } from '../../support/app.ts'
import { book, expectHomesInStep, occupied, stay } from '../../support/booking.ts'
import { change, changeable, heldByHand, paymentsOf } from '../../support/changes.ts'
import { channelScene, eventOf, modified, range, sold, stays } from '../../support/channels.ts'
import { feed } from '../../support/feed.ts'
import { importFile } from '../../support/imports.ts'
import { makeKey } from '../../support/keys.ts'
import { cancel, expectLedger, notified, settle, show } from '../../support/payments.ts'
import { moveTo, shift } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

const nightsOf = (t: TestApp, id: number) =>
  t.db<{ property_id: string; stay: string; overbooked: boolean }[]>`
    select property_id, stay::text, overbooked from occupancy where reservation_id = ${id}`

describe('a company changes a stay', () => {
  test('a dry run answers what the change does, and changes nothing', async ({ t }) => {
    const { owner, guest, id, other } = await changeable(t)
    const before = [await show(t, guest, id), await nightsOf(t, id), await notified(t, guest)]
    const body = { property_id: other, check_in: inDays(40), check_out: inDays(41), adults: 1 }
    const preview = await change(t, owner, id, body, '?dry_run=true')
    await t.drain()
    expect([await show(t, guest, id), await nightsOf(t, id), await notified(t, guest)]).toEqual(before)
    const made = await change(t, owner, id, body)
    expect([preview.status, made.status]).toEqual([200, 200])
    expect(made.body.data).toEqual(preview.body.data)
    expect(made.body.data).toMatchObject({
      before: { check_in: inDays(30), check_out: inDays(34), adults: 2, total: 458 },
      after: { property_id: other, check_in: inDays(40), check_out: inDays(41), adults: 1, total: 191 },
      price: { total: 191, nights: 1 },
      refund: 267,
      // Everything, because the deadline of moderate terms is far away.
      by_terms: 400 + 8 - 1,
      refund_if_cancelled_today: { before: 458, after: 191 },
      broken_rules: [],
    })
    await settle(t)
    await expectLedger(t)
  })

  test('frees and takes nights, moves calendars and payments along, and is told and kept', async ({ t }) => {
    const { owner, guest, id, home, other } = await changeable(t)
    const answer = await change(t, owner, id, { property_id: other, check_out: inDays(33), reason: 'Dégât des eaux' })
    expect(answer.status).toBe(200)
    expect(await nightsOf(t, id)).toEqual([
      { property_id: other, stay: `[${inDays(30)},${inDays(33)})`, overbooked: false },
    ])
    expect((await book(t, await t.user(), stay(home, 30, 4))).status).toBe(201)
    expect((await book(t, await t.user(), stay(other, 32, 4))).body.code).toBe('taken')
    const shown = await show(t, guest, id)
    expect(shown).toMatchObject({ property_id: other, check_out: inDays(33), property: { title: 'Villa' } })
    expect(shown.timeline.at(-1)).toMatchObject({
      from: 'confirmed',
      to: 'confirmed',
      actor: 'owner',
      reason: 'Dégât des eaux',
      change: {
        before: { property_id: home, check_out: inDays(34), total: 458 },
        after: { property_id: other, check_out: inDays(33), total: 456 },
      },
    })
    expect(await notified(t, guest)).toContain('reservation_modified')
    expect(await notified(t, owner)).toContain('reservation_modified')
    await t.drain()
    expect((await t.mails(guest.email)).at(-1)?.subject).toBeDefined()
    await expectHomesInStep(t)
    const { events } = await feed(t, owner)
    const ofStay = events.filter(({ type, subject_id }) => type.startsWith('reservation.') && subject_id === String(id))
    expect(ofStay.filter(({ previous }) => previous?.property_id !== undefined)).toMatchObject([
      {
        type: 'reservation.changed',
        previous: { property_id: home, check_out: inDays(34), total: 458 },
        data: { property_id: other },
      },
    ])
    expect(ofStay.filter(({ type }) => type === 'reservation.moved_away')).toHaveLength(1)
    expect(ofStay.filter(({ type }) => type === 'reservation.confirmed')).toHaveLength(1)
  })

  test('with the terms of the booking from the new arrival', async ({ t }) => {
    const { owner, guest, id, home } = await changeable(t, { paid: 'deposit' })
    await t.call('PUT', `/properties/${home}`, { cancellation_policy: 'flexible' }, owner)
    await change(t, owner, id, { check_in: inDays(60), check_out: inDays(64) })
    const { price } = await show(t, guest, id)
    expect(price.cancellation.map(({ until }: { until: string }) => until)).toEqual([inDays(55), inDays(60)])
  })

  test('without terms where it has none: what was imported refunds nothing', async ({ t }) => {
    const { owner, home } = await changeable(t)
    const days = `${inDays(60)},${inDays(64)}`
    await importFile(t, owner, 'reservations', [
      'external_id,property,guest_name,check_in,check_out,total,paid,paid_by',
      `R1,${home},Ada Lovelace,${days},458,458,cash`,
    ])
    const [row] = await t.db<{ id: number }[]>`select id from reservations where property_id = ${home} order by id desc`
    const id = row?.id ?? 0
    for (const body of [{ check_out: inDays(65), price: 'keep' }, { adults: 2 }]) {
      const { data } = (await change(t, owner, id, body)).body
      expect(data).toMatchObject({ price: { cancellation: [] }, refund_if_cancelled_today: { before: 0, after: 0 } })
    }
    const { body } = await t.call('POST', `/reservations/${id}/cancel`, { refund: 'by_terms', reason: 'x' }, owner)
    expect(body.data.refund).toBe(0)
  })

  test('that changes nothing writes nothing', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    const before = await show(t, guest, id)
    for (const body of [{}, { adults: 2, check_in: inDays(30) }, { price: 'keep' }, { price: { amount: 458 } }])
      expect((await change(t, owner, id, body)).body.data).toMatchObject({ due: 0, refund: 0 })
    expect(await show(t, guest, id)).toEqual(before)
    expect(await notified(t, guest)).not.toContain('reservation_modified')
  })

  isolated('breaks rules of the home, which are named, but not the days of others', async ({ t }) => {
    const { owner, home, id } = await changeable(t, { fields: { min_stay: 3, max_guests: 2 } })
    expect((await change(t, owner, id, { check_out: inDays(31), adults: 4 })).body.data.broken_rules).toEqual([
      'too_many_guests',
      'min_stay',
    ])
    const other = await book(t, await t.user(), stay(home, 36, 3))
    expect(other.status).toBe(201)
    expect((await change(t, owner, id, { check_out: inDays(37) })).body.code).toBe('taken')
    await t.call('POST', `/calendars/properties/${home}/close`, { start_date: inDays(34), end_date: inDays(34) }, owner)
    expect((await change(t, owner, id, { check_out: inDays(35) })).body.code).toBe('taken')
    expect((await change(t, owner, id, { check_out: inDays(34) })).status).toBe(200)
    expect(await occupied(t)).toHaveLength(3)
  })

  test('repeats its answer for the same key', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    const caller = { token: owner.token, headers: { 'idempotency-key': randomUUID() } }
    const [first, second] = [
      await change(t, caller, id, { check_out: inDays(35) }),
      await change(t, caller, id, { check_out: inDays(35) }),
    ]
    expect(second.body.data).toEqual(first.body.data)
    expect((await paymentsOf(t, guest, id)).filter(([kind]: string[]) => kind === 'change')).toHaveLength(1)
  })

  test('refuses what it cannot do, with the field or the reason', async ({ t }) => {
    const { owner, guest, id, home } = await changeable(t)
    const dollars = await t.home(owner, { currency: 'USD' })
    const stranger = await t.user()
    const theirs = await t.home(stranger)
    const own = await joins(t, owner, 'desk', null, guest)
    const elsewhere = await joins(t, owner, 'desk', [dollars])
    const reader = await makeKey(t, owner, { name: 'r', scopes: ['reservations.read'] })
    const answers = [
      await change(t, owner, id, { check_in: inDays(35) }),
      await change(t, owner, id, { check_in: inDays(-1) }),
      await change(t, owner, id, { check_out: inDays(3000) }),
      await change(t, owner, id, { adults: 0 }),
      await change(t, owner, id, { price: { amount: 10 } }),
      await change(t, owner, id, { price: 'free' }),
      await change(t, owner, id, { guests: 3 }),
      await t.call('POST', `/reservations/${id}/change`, { adults: 1 }, owner),
      await change(t, owner, id, { property_id: randomUUID() }),
      await change(t, owner, id, { property_id: theirs }),
      await change(t, owner, id, { property_id: dollars }),
      await change(t, owner, id, { price: { amount: 458.2 } }),
      await change(t, owner, id, { price: { amount: 999_999.99 } }),
      await change(t, guest, id, { adults: 1 }),
      await change(t, stranger, id, { adults: 1 }),
      await change(t, own, id, { adults: 1 }),
      await change(t, elsewhere, id, { adults: 1 }),
      await change(t, { token: reader.token }, id, { adults: 1 }),
      await change(t, { token: 'x' }, id, { adults: 1 }),
      await change(t, owner, 2_000_000_000, { adults: 1 }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code, ...Object.keys(body.data ?? {})])).toEqual([
      [400, 'validation', 'check_out'],
      [400, 'validation', 'check_in'],
      [400, 'validation', 'check_out'],
      [400, 'validation', 'adults'],
      [400, 'validation', 'price.amount'],
      [400, 'validation', 'price'],
      [400, 'validation', 'guests'],
      [400, 'validation', 'reason'],
      [404, 'not_found'],
      [403, 'forbidden'],
      [409, 'other_account'],
      [409, 'difference_too_small'],
      [200, undefined, ...Object.keys(answers[12]?.body.data ?? {})],
      [403, 'forbidden'],
      [404, 'not_found'],
      [403, 'own_stay'],
      [404, 'not_found'],
      [403, 'scope_missing', 'scope'],
      [401, 'invalid_token'],
      [404, 'not_found'],
    ])
    expect(await show(t, guest, id)).toMatchObject({ property_id: home, check_in: inDays(30) })
  })
})

describe('states', () => {
  test('a guest in the house can stay longer, or leave, and arrives on no other day', async ({ t }) => {
    const { owner, id, other } = await changeable(t)
    await shift(t, id, -2, 4)
    await moveTo(t, owner, id, 'checked_in')
    expect((await change(t, owner, id, { check_in: inDays(-1), property_id: other })).body.code).toBe('illegal_move')
    expect((await change(t, owner, id, { check_in: inDays(-1) })).body.code).toBe('illegal_move')
    expect((await change(t, owner, id, { check_out: inDays(-1) })).status).toBe(400)
    expect((await change(t, owner, id, { check_out: inDays(5), adults: 3 })).status).toBe(200)
    expect((await change(t, owner, id, { check_out: inDays(0) })).status).toBe(200)
    expect((await change(t, owner, id, { check_out: inDays(2) })).body.code).toBe('illegal_move')
  })

  test('holds of guests, and stays that are over or given up, do not change', async ({ t }) => {
    const { owner, guest, id, home } = await changeable(t)
    const held = (await book(t, guest, stay(home, 60))).body.data.reservation_id
    expect((await change(t, owner, held, { adults: 1 })).body.code).toBe('illegal_move')
    await cancel(t, guest, id)
    expect((await change(t, owner, id, { adults: 1 })).body.code).toBe('illegal_move')
  })

  test('a hold by hand that costs nothing any more is confirmed, and one that moves forward ends on its day', async ({
    t,
  }) => {
    const { owner, id } = await heldByHand(t, 'link')
    const far = await show(t, owner, id)
    expect((await change(t, owner, id, { check_in: inDays(0), check_out: inDays(4) })).status).toBe(200)
    const near = await show(t, owner, id)
    expect(Date.parse(near.hold_expires_at)).toBeLessThanOrEqual(Date.parse(far.hold_expires_at))
    await t.db`update cities set tax_per_adult_night_cents = 0 where id = ${PARIS}`
    await t.db`update properties set cleaning_fee_cents = 0`
    const free = await change(t, owner, id, { check_in: inDays(50), check_out: inDays(52), price: { amount: 0 } })
    expect(free.body.data).toMatchObject({ due: 0, payment_url: null, after: { total: 0 } })
    expect(await show(t, owner, id)).toMatchObject({ status: 'confirmed', amount_open: 0 })
  })

  isolated('an overbooking ends where one of the stays moves', async ({ t }) => {
    const { owner, home, deliver } = await channelScene(t)
    const other = await t.home(owner)
    const guest = await t.user()
    const booked = await book(t, guest, stay(home, 20, 3))
    await t.deliver(t.pay(booked.body.data.payment_url))
    await deliver(eventOf(sold(20, 23)))
    const [mine, theirs] = await stays(t)
    expect(theirs).toMatchObject({ overbooked: true })
    expect((await change(t, owner, theirs?.id ?? 0, { property_id: other })).body.code).toBe('change_at_channel')
    const moved = await change(t, owner, theirs?.id ?? 0, { property_id: other, price: 'keep' })
    expect(moved.body.data).toMatchObject({ after: { property_id: other }, due: 0, refund: 0 })
    expect(await stays(t)).toMatchObject([
      { id: mine?.id, overbooked: false },
      { property_id: other, overbooked: false },
    ])
    // Later revisions are followed at the home that was chosen.
    await deliver(eventOf(modified(21, 25, 30)))
    expect(await stays(t)).toMatchObject([{}, { property_id: other, stay: range(21, 25) }])
    expect((await change(t, owner, theirs?.id ?? 0, { adults: 1, price: 'keep' })).body.code).toBe('change_at_channel')
  })
})
