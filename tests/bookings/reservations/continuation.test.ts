import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, expectHomesInStep, stay } from '../../support/booking.ts'
import { arrive, change, changeable, expectSound, heldByHand, inHouse, paymentsOf } from '../../support/changes.ts'
import { channelScene, eventOf, sold, stays } from '../../support/channels.ts'
import { moneyShown, record, remove } from '../../support/elsewhere.ts'
import { feed } from '../../support/feed.ts'
import { importFile } from '../../support/imports.ts'
import { makeDue, runScheduled } from '../../support/jobs.ts'
import { expectLedger, notified, settle, show } from '../../support/payments.ts'
import { moveTo, shift } from '../../support/stays.ts'

/** A guest in the house moves to another home (docs/design/domain.md, "A guest in the house moves"). */

const nightsOf = (t: TestApp, home: string) =>
  t.db<{ reservation_id: number; stay: string }[]>`
    select reservation_id, stay::text from occupancy where property_id = ${home} order by stay`

/** Moves the guest, and returns the id of the continuation. */
async function moved(t: TestApp, owner: TestUser, id: number, body: object): Promise<number> {
  const answer = await change(t, owner, id, body)
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return answer.body.data.continuation.reservation_id
}

const listed = async (t: TestApp, owner: TestUser): Promise<{ id: number }[]> =>
  (await t.call('GET', '/reservations?as=owner', undefined, owner)).body.data

describe('a guest in the house moves', () => {
  test('with the travellers of the first stay, and without another message about its confirmation', async ({ t }) => {
    const { owner, id, other } = await inHouse(t)
    const travellers = [{ nationality: 'FR' }]
    const listOf = (stay: number) => t.call('GET', `/reservations/${stay}/guests`, undefined, owner)
    await t.call('PUT', `/reservations/${id}/guests`, { travellers }, owner)
    const template = { name: 'Welcome', trigger: 'confirmed', texts: { en: 'Hello' } }
    await t.call('POST', '/message-templates', template, owner)
    await t.db`update message_templates set active_since = now() - interval '1 year'`
    const next = await moved(t, owner, id, { property_id: other, from: inDays(1) })
    expect((await listOf(next)).body.data).toMatchObject({ travellers, written_at: expect.any(String) })
    expect((await listOf(id)).body.data).toMatchObject({ travellers })
    await runScheduled(t, 'message-templates.claim-due')
    expect((await t.call('GET', `/reservations/${next}/scheduled-messages`, undefined, owner)).body.data).toEqual([])
  })

  test('a dry run answers both stays, and changes nothing', async ({ t }) => {
    const { owner, guest, id, home, other } = await inHouse(t)
    const before = [await show(t, guest, id), await nightsOf(t, home), await notified(t, guest), await listed(t, owner)]
    const body = { property_id: other, from: inDays(1), check_out: inDays(4), adults: 1 }
    const preview = await change(t, owner, id, body, '?dry_run=true')
    await t.drain()
    expect([
      await show(t, guest, id),
      await nightsOf(t, home),
      await notified(t, guest),
      await listed(t, owner),
    ]).toEqual(before)
    const made = await change(t, owner, id, body)
    expect([preview.status, made.status]).toEqual([200, 200])
    const { reservation_id } = made.body.data.continuation
    const { data } = preview.body
    expect(made.body.data).toEqual({
      ...data,
      payment_url: expect.any(String),
      continuation: { ...data.continuation, reservation_id },
    })
    expect(data).toMatchObject({
      before: { property_id: home, check_in: inDays(-1), check_out: inDays(3), adults: 2, total: 458 },
      after: { property_id: home, check_in: inDays(-1), check_out: inDays(1), adults: 2, total: 254 },
      price: { total: 254 },
      due: 453 - 204,
      refund: 0,
      // A tax of 8.00 becomes 4.00 and 3.00.
      by_terms: 1,
      continuation: {
        ...{ reservation_id: null, property_id: other, check_in: inDays(1), check_out: inDays(4), adults: 1 },
        ...{ total: 453, carried: 204, price: { total: 453, nights: 3 } },
      },
    })
    await expectSound(t, id, owner, guest)
    await expectSound(t, reservation_id, owner, guest)
  })

  test('keeps the guest and the notes, takes the nights, and is told once', async ({ t }) => {
    const { owner, guest, id, home, other } = await inHouse(t)
    await t.call('PATCH', `/reservations/${id}`, { note: 'Chien', labels: ['VIP'] }, owner)
    await t.drain()
    const [known, mails, { next: cursor }] = [
      await notified(t, guest),
      (await t.mails(guest.email)).length,
      await feed(t, owner, 'latest'),
    ]
    const next = await moved(t, owner, id, { property_id: other, reason: 'Dégât des eaux' })
    await settle(t)
    expect(await nightsOf(t, home)).toEqual([{ reservation_id: id, stay: `[${inDays(-1)},${inDays(0)})` }])
    expect(await nightsOf(t, other)).toEqual([{ reservation_id: next, stay: `[${inDays(0)},${inDays(3)})` }])
    const [first, second] = [await show(t, owner, id), await show(t, owner, next)]
    expect(first).toMatchObject({ status: 'checked_in', check_out: inDays(0), continues: null, continued_by: next })
    expect(second).toMatchObject({
      ...{ status: 'confirmed', guest_id: guest.id, continues: id, continued_by: null, adults: 2 },
      ...{ note: 'Chien', labels: ['VIP'], payment_status: 'deposit_paid', amount_open: 150 },
      timeline: [{ from: null, to: 'confirmed', actor: 'owner', reason: 'Dégât des eaux', change: null }],
    })
    expect(first.timeline.at(-1)).toMatchObject({ to: 'checked_in', change: { after: { check_out: inDays(0) } } })
    expect(await listed(t, owner)).toMatchObject([
      { id: next, continues: id },
      { id, continued_by: next },
    ])
    await makeDue(t, 'notifications.mail-gathered').then(() => t.drain())
    // Only the new place, by one mail; nothing of a booking or of a refund.
    expect((await notified(t, guest)).length).toBe(known.length + 1)
    expect(await notified(t, guest)).toContain('reservation_modified')
    const letters = await t.mails(guest.email)
    expect([letters.length, letters[0]?.text]).toEqual([mails + 1, expect.stringContaining('Villa')])
    const { events } = await feed(t, owner, cursor)
    const kinds = events.filter(({ type }) => type.startsWith('reservation.')).map((one) => [one.type, one.subject_id])
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['reservation.changed', String(id)],
        ['reservation.created', String(next)],
        ['reservation.confirmed', String(next)],
      ]),
    )
    expect(events.find(({ type }) => type === 'reservation.created')?.data).toMatchObject({ continues: id })
    await expectHomesInStep(t)
    expect((await moveTo(t, owner, next, 'checked_in')).status).toBe(200)
    expect((await moveTo(t, owner, id, 'completed')).status).toBe(200)
    const csv = await t.call('GET', '/exports/reservations.csv', undefined, owner)
    expect(String(csv.body)).toContain(`,${id}`)
  })

  isolated('a guest without an account has a contact of their own there', async ({ t }) => {
    const { owner, home, id } = await heldByHand(t, 'later')
    const other = await t.home(owner, { title: 'Villa' })
    await arrive(t, owner, id)
    const next = await moved(t, owner, id, { property_id: other })
    await t.drain()
    const renamed = await t.call('PATCH', `/reservations/${next}`, { contact: { name: 'Ada King' } }, owner)
    expect(renamed.status).toBe(200)
    const contacts = [(await show(t, owner, id)).contact, (await show(t, owner, next)).contact]
    expect(contacts).toMatchObject([
      { name: 'Ada Lovelace', email: 'ada@example.org', language: 'en' },
      { name: 'Ada King', email: 'ada@example.org', language: 'en' },
    ])
    expect(await nightsOf(t, home)).toHaveLength(1)
    expect((await t.mails('ada@example.org')).at(-1)?.text).toContain('/pay/')
  })

  test('has the terms of the booking from the day of the move, also after a change', async ({ t }) => {
    const { owner, id, other } = await inHouse(t)
    await t.call('PUT', `/properties/${other}`, { cancellation_policy: 'strict' }, owner)
    await change(t, owner, id, { adults: 1 })
    const { body } = await change(t, owner, id, { property_id: other, from: inDays(1) })
    expect(body.data.continuation.price.cancellation).toMatchObject([{ until: inDays(1), percent_refunded: 50 }])
  })

  test('a stay that was imported as settled asks only for what is dearer, and stays silent', async ({ t }) => {
    const { owner, other } = await changeable(t)
    const home = await t.home(owner, { title: 'Imported', base_price: 100, cleaning_fee: 50 })
    const days = `${inDays(30)},${inDays(34)}`
    await importFile(t, owner, 'reservations', [
      'external_id,property,guest_name,guest_email,check_in,check_out,adults,total,paid,paid_by',
      `R1,${home},Ada Lovelace,ada@example.org,${days},2,458,100,cash`,
    ])
    const [row] = await t.db<{ id: number }[]>`select id from reservations where property_id = ${home}`
    const id = row?.id ?? 0
    await shift(t, id, -1, 4)
    await moveTo(t, owner, id, 'checked_in')
    await change(t, owner, id, { adults: 1, price: 'keep' })
    const { body } = await change(t, owner, id, { property_id: other, price: 'keep' })
    expect(body.data).toMatchObject({ due: 0, refund: 0, continuation: { carried: 100, price: { cancellation: [] } } })
    const next = body.data.continuation.reservation_id
    await shift(t, next, -5, 3)
    await moveTo(t, owner, next, 'checked_in')
    await t.drain()
    const mails = (await t.mails('ada@example.org')).length
    await moveTo(t, owner, next, 'completed')
    await t.drain()
    expect((await t.mails('ada@example.org')).length).toBe(mails)
    await expectLedger(t)
  })
})

describe('the money of a move', () => {
  test('what is paid above both prices goes back by card, and money from elsewhere is carried first', async ({ t }) => {
    const { owner, guest, id, other } = await inHouse(t, { paid: 'deposit' })
    expect((await record(t, owner, id, 320.6, { pays: 'balance' })).status).toBe(201)
    const { body } = await change(t, owner, id, { property_id: other, price: { amount: 352 } })
    expect(body.data).toMatchObject({
      ...{ due: 0, refund: 106, refund_parts: { card: 106, elsewhere: 0 } },
      continuation: { total: 200, carried: 200 },
    })
    await settle(t)
    expect(await paymentsOf(t, guest, id)).toEqual([
      ['booking', 137.4, 106, 'partially_refunded'],
      ['balance', 320.6, 200, 'partially_refunded'],
    ])
    const entries = (await moneyShown(t, owner, id)).entries.map((one: { method: string; amount: number }) => [
      one.method,
      one.amount,
    ])
    expect(entries).toContainEqual(['carried', -200])
    await expectSound(t, id, owner, guest)
    await expectSound(t, body.data.continuation.reservation_id, owner, guest)
  })

  test('the pair stays a pair: it is neither deleted nor made by hand, and goes back elsewhere', async ({ t }) => {
    const { owner, guest, id, other } = await inHouse(t)
    const next = await moved(t, owner, id, { property_id: other, price: 'keep' })
    await settle(t)
    const { entries } = await moneyShown(t, owner, next)
    expect(entries).toMatchObject([{ method: 'carried', amount: 306, day: inDays(0) }])
    expect((await remove(t, owner, next, entries[0].payment_id)).body.code).toBe('entry_closed')
    for (const amount of [10, -10])
      expect((await record(t, owner, next, amount, { method: 'carried' })).body.data).toHaveProperty('method')
    expect((await record(t, owner, id, -153)).body.code).toBe('over_refund')
    const { body } = await t.call('POST', `/reservations/${next}/cancel`, { refund: 'all', reason: 'x' }, owner)
    expect(body.data).toMatchObject({ refund: 306, refund_parts: { card: 0, elsewhere: 306 } })
    expect((await record(t, owner, next, -306, { method: 'transfer' })).status).toBe(201)
    expect((await record(t, owner, next, -1)).body.code).toBe('over_refund')
    await settle(t)
    expect(await paymentsOf(t, guest, next)).toEqual([['booking', 306, 306, 'refunded']])
    await expectLedger(t)
  })

  test('each seller has the documents of their home', async ({ t }) => {
    const { owner, id, home, other } = await changeable(t)
    for (const [prefix, property_id] of [
      ['ROSSI', home],
      ['VERDI', other],
    ]) {
      const seller = { prefix, name: prefix, address: 'x', tax_id: 'y', vat_percent: 0 }
      const { body } = await t.call('POST', '/sellers', seller, owner)
      await t.call('PUT', `/properties/${property_id}`, { seller_id: body.data.id }, owner)
    }
    await change(t, owner, id, { check_out: inDays(35) })
    const { payments } = await show(t, owner, id)
    await record(t, owner, id, payments.at(-1).amount)
    await settle(t)
    await shift(t, id, -1, 5)
    await moveTo(t, owner, id, 'checked_in')
    const next = await moved(t, owner, id, { property_id: other, price: 'keep', check_out: inDays(3) })
    await settle(t)
    const documents = await t.db`
      select reservation_id, kind, seller ->> 'name' as seller from invoices where reservation_id in (${id}, ${next})
      and issued_at > (select max(at) from reservation_events where reservation_id = ${id}) order by id`
    expect(documents).toContainEqual({ reservation_id: next, kind: 'invoice', seller: 'VERDI' })
    expect(documents).toContainEqual({ reservation_id: id, kind: 'credit_note', seller: 'ROSSI' })
    await expectLedger(t)
  })
})

test('a move is refused with the field or the reason', async ({ t }) => {
  const { owner, id, home, other } = await inHouse(t)
  const dollars = await t.home(owner, { currency: 'USD' })
  const theirs = await t.home(await t.user())
  const days = stay(home, 60, 4)
  const confirmed = (await book(t, await t.user(), days)).body.data
  await t.deliver(t.pay(confirmed.payment_url))
  const { owner: host, deliver } = await channelScene(t)
  await deliver(eventOf(sold(20, 23)))
  const sale = (await stays(t)).at(-1)?.id ?? 0
  await shift(t, sale, -1, 3)
  await moveTo(t, host, sale, 'checked_in')
  const beside = await t.home(host)
  expect((await book(t, await t.user(), stay(other, 2, 2))).status).toBe(201)
  const answers = [
    await change(t, owner, id, { from: inDays(1) }),
    await change(t, owner, id, { from: inDays(1), property_id: home, check_out: inDays(2) }),
    await change(t, owner, confirmed.reservation_id, { from: inDays(61), property_id: other }),
    await change(t, owner, id, { property_id: other, from: inDays(-1) }),
    await change(t, owner, id, { property_id: other, from: inDays(3) }),
    await change(t, owner, id, { property_id: other, check_out: inDays(0) }),
    await change(t, owner, id, { property_id: other, price: { amount: 152 + 65.99 } }),
    await change(t, owner, id, { property_id: other, price: { amount: 10 } }),
    await change(t, owner, id, { property_id: other }),
    await change(t, owner, id, { property_id: dollars }),
    await change(t, owner, id, { property_id: theirs }),
    await change(t, owner, id, { property_id: randomUUID() }),
    await change(t, host, sale, { property_id: beside, price: 'keep' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.code, ...Object.keys(body.data ?? {})])).toEqual([
    [400, 'validation', 'from'],
    [400, 'validation', 'from'],
    [400, 'validation', 'from'],
    [400, 'validation', 'from'],
    [400, 'validation', 'from'],
    [400, 'validation', 'check_out'],
    [400, 'validation', 'price.amount'],
    [400, 'validation', 'price.amount'],
    [409, 'taken'],
    [409, 'other_account'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'change_at_channel', 'status', 'actions'],
  ])
  expect(await moved(t, owner, id, { property_id: other, from: inDays(1), check_out: inDays(2) })).toBeGreaterThan(id)
  expect((await change(t, owner, id, { property_id: other })).body.code).toBe('illegal_move')
})
