import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test as unmanaged } from '../../support/app.ts'
import { mappedHome, test } from '../../support/channel-manager.ts'
import { channelScene, eventOf, range, send, sold, stays } from '../../support/channels.ts'
import { record } from '../../support/elsewhere.ts'
import { importFile } from '../../support/imports.ts'
import { makeKey } from '../../support/keys.ts'
import { show } from '../../support/payments.ts'

type Caller = Parameters<TestApp['call']>[3]
const cancel = (t: TestApp, user: Caller, id: number, body: object = {}, query = '') =>
  t.call('POST', `/reservations/${id}/cancel${query}`, { refund: 'all', ...body }, user)
const change = (t: TestApp, user: Caller, id: number, body: object = {}, query = '') =>
  t.call('POST', `/reservations/${id}/change${query}`, { reason: 'Moved there', ...body }, user)
const DONE = { done_at_channel: true }

/** Stays of channels that no connection changes, each at a home of its own. */
const UNCONNECTED = {
  async imported(t: TestApp) {
    const owner = await t.user()
    const home = await t.home(owner)
    const lines = [
      'external_id,property,guest_name,check_in,check_out,total,source,channel,channel_code',
      `R1,${home},Ada Lovelace,${inDays(30)},${inDays(33)},300,channel,Airbnb,HM9`,
    ]
    const { body } = await importFile(t, owner, 'reservations', lines, { isTrial: false, locale: 'en' })
    if (!body.data.stays) throw new Error(JSON.stringify(body))
    return { owner, home, id: Number(body.data.stays[0].reservation_id), lines }
  },
  async 'of a connection that is gone'(t: TestApp) {
    const scene = await delivered(t)
    await t.call('DELETE', `/webhook/${scene.webhook}/delete`, undefined, scene.owner)
    return scene
  },
  async 'of a connection that is switched off'(t: TestApp) {
    const scene = await delivered(t)
    await t.call('PUT', `/webhook/${scene.webhook}/${scene.home}/update`, { is_active: false }, scene.owner)
    return scene
  },
}

async function delivered(t: TestApp) {
  const scene = await channelScene(t)
  await scene.deliver(eventOf(sold(30, 33)))
  return { ...scene, id: (await stays(t)).at(-1)?.id ?? 0 }
}

const audited = async (t: TestApp, user: TestUser, id: number) =>
  (await t.call('GET', '/audit?per_page=50', undefined, user)).body.data
    .filter(({ object_id }: { object_id: string }) => object_id === String(id))
    .map(({ action }: { action: string }) => action)
    .toSorted()

describe.for(Object.entries(UNCONNECTED))('a stay of a channel, %s', ([, scene]) => {
  unmanaged('is cancelled by its company when that is done at the channel', async ({ t }) => {
    const { owner, home, id } = await scene(t)
    expect((await show(t, owner, id)).actions).toContain('cancel')
    const refused = await cancel(t, owner, id)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'cancel_at_channel', instead: 'cancelReservation', with: DONE },
    ])
    expect((await cancel(t, owner, id, DONE, '?dry_run=true')).body.data).toMatchObject({ status: 'confirmed' })
    expect((await cancel(t, await t.user(), id, DONE)).status).toBe(404)
    const reader = await makeKey(t, owner, { scopes: ['reservations.read'] })
    expect((await cancel(t, reader, id, DONE)).status).toBe(403)
    expect((await cancel(t, owner, id, DONE)).body.data).toMatchObject({ status: 'cancelled' })
    expect(await audited(t, owner, id)).toEqual(['reservation.done_at_channel', 'reservation.status'])
    const booked = await t.call(
      'POST',
      '/reservations',
      { property_id: home, check_in: inDays(30), check_out: inDays(33) },
      await t.user(),
    )
    expect(booked.status).toBe(201)
  })

  unmanaged('is moved by its company when that is done at the channel', async ({ t }) => {
    const { owner, id } = await scene(t)
    const days = { check_in: inDays(31), check_out: inDays(35) }
    const refused = await change(t, owner, id, days)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'change_at_channel', instead: 'changeReservation', with: DONE },
    ])
    const { price } = await show(t, owner, id)
    expect((await change(t, owner, id, { ...days, ...DONE }, '?dry_run=true')).status).toBe(200)
    expect((await stays(t)).at(-1)).toMatchObject({ stay: range(30, 33) })
    expect((await change(t, owner, id, { ...days, ...DONE })).body.data).toMatchObject({
      before: { check_out: inDays(33) },
      after: { ...days, total: price.total },
    })
    expect((await stays(t)).at(-1)).toMatchObject({ stay: range(31, 35) })
    const total = { ...DONE, check_out: inDays(36), price: { amount: 555 } }
    expect((await change(t, owner, id, total)).body.data.after).toMatchObject({ total: 555 })
    expect((await show(t, owner, id)).price).toMatchObject({ total: 555, nights: 5 })
    expect(await audited(t, owner, id)).toEqual([
      ...Array(2).fill('reservation.changed'),
      ...Array(2).fill('reservation.done_at_channel'),
    ])
  })

  unmanaged('is asked for what it owes after the change, and never by the change itself', async ({ t }) => {
    const { owner, id } = await scene(t)
    const before = (await show(t, owner, id)).amount_open
    const dearer = await change(t, owner, id, { ...DONE, check_out: inDays(36), price: { amount: 600 } })
    expect(dearer.body.data).toMatchObject({ payment_url: null, due: 0 })
    await t.drain()
    expect((await show(t, owner, id)).amount_open).toBe(before === null ? null : 600)
    if (before === null) return
    expect((await record(t, owner, id, 600)).status).toBe(201)
    expect((await cancel(t, owner, id, DONE)).body.data).toMatchObject({ refund_parts: { card: 0, elsewhere: 600 } })
  })
})

describe('a stay of a channel with a connection', () => {
  test('is changed and cancelled there, until its home is mapped no more', async ({ t, manager }) => {
    const { owner, support, home, id: webhook, secret } = await mappedHome(t)
    await t.drain()
    manager.revisions.push({ ...sold(30, 33), id: 'r1', property_id: 'P' })
    await send(t, secret, eventOf({ revision_id: 'r1', property_id: 'P' }))
    await t.drain()
    const id = (await stays(t)).at(-1)?.id ?? 0
    expect((await show(t, owner, id)).actions).not.toContain('cancel')
    const refused = [
      await cancel(t, owner, id, DONE),
      await change(t, owner, id, { ...DONE, check_out: inDays(35) }),
      await t.call('POST', `/reservations/change-status-reservation-by-proprio/${id}/cancelled`, undefined, owner),
    ]
    expect(refused.map(({ body }) => [body.code, body.instead])).toEqual([
      ['cancel_at_channel', undefined],
      ['change_at_channel', undefined],
      ['cancel_at_channel', undefined],
    ])
    const unmapped = { remote_property_id: null, room_type_id: null, rate_plan_id: null }
    await t.call('PUT', `/webhook/${webhook}/${home}/update`, unmapped, support)
    const word = await t.call(
      'POST',
      `/reservations/change-status-reservation-by-proprio/${id}/cancelled`,
      undefined,
      owner,
    )
    expect(word.body).toMatchObject({ code: 'cancel_at_channel', instead: 'cancelReservation' })
    expect((await cancel(t, owner, id, DONE)).status).toBe(200)
  })

  unmanaged('and a stay that no channel has sold, take no word about a channel', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const stay = { check_in: inDays(30), check_out: inDays(33), adults: 2, guest: { name: 'Ada' }, pay: 'later' }
    const { reservation_id: id } = (await t.call('POST', `/properties/${home}/reservations`, stay, owner)).body.data
    for (const answer of [await cancel(t, owner, id, DONE), await change(t, owner, id, DONE)])
      expect([answer.status, answer.body.errors]).toMatchObject([400, { done_at_channel: [{ code: 'of_channel' }] }])
  })
})
