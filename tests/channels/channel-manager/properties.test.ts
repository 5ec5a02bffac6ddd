import { describe, expect } from 'vitest'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { erase } from '../../support/accounts.ts'
import { test as base, inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { mapHome, test } from '../../support/channel-manager.ts'
import { sold, stays, subscribe } from '../../support/channels.ts'
import { makeKey } from '../../support/keys.ts'
import { joins } from '../../support/team.ts'

const MAPPING = { remote_property_id: 'P', room_type_id: 'R', rate_plan_id: 'T' }

const assign = (t: Pick<TestApp, 'call'>, support: TestUser, owner: TestUser, remote_property_id = 'P') =>
  t.call('POST', '/channel-properties', { owner_id: owner.id, remote_property_id }, support)
const withdraw = (t: Pick<TestApp, 'call'>, support: TestUser) =>
  t.call('DELETE', '/channel-properties/P', undefined, support)
const map = (t: Pick<TestApp, 'call'>, user: TestUser, home: string, mapping: object = MAPPING) =>
  t.call('POST', `/webhook/${home}/create`, mapping, user)
const listed = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/channel-properties', undefined, user)).body.data

/** An owner with a home, and support; the channel manager has the room `R` and the rate `T` of `P`, and those of another property. */
async function scene(t: TestApp, manager: ChannelStandin) {
  for (const [room, property] of Object.entries({ R: 'P', R2: 'P', X: 'Q' })) manager.rooms.set(room, property)
  for (const [rate, property] of Object.entries({ T: 'P', T2: 'P', Y: 'Q' })) manager.rates.set(rate, property)
  const owner = await t.user({ locale: 'en' })
  return { owner, support: await t.user({ role: 'support' }), home: await t.home(owner) }
}

describe('an account maps its homes', () => {
  test('to a property that staff have assigned to it, and its calendar and bookings follow', async ({ t, manager }) => {
    const { owner, support, home } = await scene(t, manager)
    const rooms = [{ room_type_id: 'R' }]
    manager.revisions.push({ ...sold(30, 33), rooms, id: 'r1', property_id: 'P' })
    expect((await map(t, owner, home)).status).toBe(404)
    expect(await assign(t, support, owner)).toMatchObject({
      status: 201,
      body: { data: { remote_property_id: 'P', owner_id: owner.id, property_ids: [] } },
    })
    expect((await map(t, owner, home)).status).toBe(201)
    expect(await listed(t, owner)).toMatchObject([{ remote_property_id: 'P', property_ids: [home] }])
    await t.drain()
    expect(await stays(t)).toMatchObject([{ property_id: home, check_in: inDays(30) }])
    expect([...manager.webhooks.values()]).toMatchObject([{ property_id: 'P' }])
  })

  test('never to a property, room or rate of another, or to one that does not exist', async ({ t, manager }) => {
    const { owner, support, home } = await scene(t, manager)
    const other = await t.user()
    await assign(t, support, owner)
    await assign(t, support, other, 'Q')
    const before = manager.asked.length
    for (const remote_property_id of ['Q', 'nowhere'])
      expect((await map(t, owner, home, { remote_property_id })).status).toBe(404)
    // Nobody has the key used for what is not assigned to them.
    expect(manager.asked).toHaveLength(before)
    for (const wrong of [{ room_type_id: 'X' }, { rate_plan_id: 'Y' }, { room_type_id: 'no' }, { rate_plan_id: 'no' }])
      expect((await map(t, owner, home, { ...MAPPING, ...wrong })).status).toBe(404)
    const { id } = await subscribe(t, owner, home, { remote_property_id: 'P' })
    const change = (body: object, user = owner) => t.call('PUT', `/webhook/${id}/${home}/update`, body, user)
    expect((await change({ room_type_id: 'X' })).status).toBe(404)
    expect((await change({ room_type_id: 'R', rate_plan_id: 'T' })).status).toBe(200)
    // A room stays one of its property.
    await assign(t, support, owner, 'Q2')
    expect((await change({ remote_property_id: 'Q2' })).status).toBe(404)
    expect((await change({ remote_property_id: null, room_type_id: null, rate_plan_id: null })).status).toBe(200)
    expect((await change({ room_type_id: 'R' })).status).toBe(400)
    expect((await change(MAPPING, other)).status).toBe(403)
  })

  test('as a manager of all its homes does, and nobody else of the team, and no key', async ({ t, manager }) => {
    const { owner, support, home } = await scene(t, manager)
    await assign(t, support, owner)
    const some = await joins(t, owner, 'manager', [home])
    const desk = await joins(t, owner, 'desk')
    const key = await makeKey(t, owner)
    for (const user of [some, desk]) {
      expect((await t.call('POST', `/webhook/${home}/create`, MAPPING, user)).status).toBe(403)
      expect((await t.call('GET', '/channel-properties', undefined, user)).status).toBe(403)
    }
    expect((await t.call('POST', `/webhook/${home}/create`, MAPPING, key)).body).toMatchObject({ code: 'key_refused' })
    const scopes = { name: 'x', kind: 'secret', scopes: ['channels.write'] }
    expect((await t.call('POST', '/api-keys', scopes, owner)).status).toBe(400)
    const manager_ = await joins(t, owner, 'manager')
    expect((await map(t, manager_, home)).status).toBe(201)
    // Support that is in the team acts for the account, and not as staff.
    const helper = await joins(t, owner, 'manager', null, support)
    expect((await map(t, helper, home, { remote_property_id: 'Q' })).status).toBe(404)
    expect((await assign(t, helper, owner, 'Q')).status).toBe(400)
  })

  test('later, while the channel manager is away', async ({ t, manager }) => {
    const { owner, support, home } = await scene(t, manager)
    await assign(t, support, owner)
    manager.failures.push(503)
    manager.failing = '/options'
    expect(await map(t, owner, home)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await map(t, owner, home)).status).toBe(201)
  })
})

base('without a channel manager an account maps homes to its properties, and not to rooms', async ({ t }) => {
  const owner = await t.user()
  const home = await t.home(owner)
  await assign(t, await t.user({ role: 'support' }), owner)
  expect((await map(t, owner, home)).status).toBe(404)
  expect((await map(t, owner, home, { remote_property_id: 'P' })).status).toBe(201)
})

describe('a property of the channel manager', () => {
  test('belongs to one account, and to that of the home that staff map to it', async ({ t, manager }) => {
    const { owner, support, home } = await scene(t, manager)
    const other = await t.user()
    const elsewhere = await t.home(other)
    await mapHome(t, support, home)
    expect(await listed(t, owner)).toMatchObject([{ remote_property_id: 'P', property_ids: [home] }])
    const taken = { status: 409, body: { code: 'property_assigned' } }
    expect(await assign(t, support, other)).toMatchObject(taken)
    expect((await assign(t, support, owner)).status).toBe(201)
    expect(await map(t, support, elsewhere, { remote_property_id: 'P' })).toMatchObject(taken)
    const { id } = await subscribe(t, other, elsewhere)
    expect(
      await t.call('PUT', `/webhook/${id}/${elsewhere}/update`, { remote_property_id: 'P' }, support),
    ).toMatchObject(taken)
    expect(await listed(t, other)).toEqual([])
    expect(await assign(t, support, { ...owner, id: 999_999 }, 'new')).toMatchObject({
      status: 400,
      body: { data: { owner_id: [expect.any(String)] } },
    })
    const surplus = { owner_id: owner.id, remote_property_id: 'Z', note: 'x' }
    expect((await t.call('POST', '/channel-properties', surplus, support)).status).toBe(400)
  })

  test('is withdrawn when no home is mapped to it any more', async ({ t, manager }) => {
    const { owner, support, home } = await scene(t, manager)
    const { id } = await mapHome(t, support, home)
    expect(await withdraw(t, support)).toMatchObject({ status: 409, body: { code: 'property_mapped' } })
    expect((await t.call('DELETE', `/webhook/${id}/delete`, undefined, owner)).status).toBe(200)
    expect((await withdraw(t, support)).status).toBe(200)
    expect((await withdraw(t, support)).status).toBe(404)
    expect((await map(t, owner, home)).status).toBe(404)
  })

  test('belongs to one of two accounts that ask for it at the same moment', async ({ t, manager }) => {
    const { support, home } = await scene(t, manager)
    const other = await t.user()
    const elsewhere = await t.home(other)
    const node = await t.node()
    for (let round = 0; round < 8; round++) {
      const remote_property_id = `P${round}`
      const answers = await Promise.all([
        map(t, support, home, { remote_property_id }),
        round % 2 === 0
          ? map(node, support, elsewhere, { remote_property_id })
          : assign(node, support, other, remote_property_id),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
    const rows = await t.db`
      select from webhook_subscriptions s
      join properties p on p.id = s.property_id
      join channel_properties c using (remote_property_id)
      where c.remote_property_id like 'P_' and c.owner_id <> p.owner_id`
    expect(rows).toHaveLength(0)
  })

  test('is mapped or withdrawn, and never both, when both happen at the same moment', async ({ t, manager }) => {
    const { owner, support, home } = await scene(t, manager)
    const node = await t.node()
    const { id } = await subscribe(t, owner, home)
    const change = (mapping: object, user: TestUser) => t.call('PUT', `/webhook/${id}/${home}/update`, mapping, user)
    for (let round = 0; round < 12; round++) {
      await assign(t, support, owner)
      // Staff map what nobody has; the account only what it has.
      const user = round % 3 === 0 ? support : owner
      const [mapped, withdrawn] = await Promise.all([
        change({ remote_property_id: 'P' }, user),
        withdraw(node, support),
      ])
      const [row] = await t.db`select remote_property_id from webhook_subscriptions where id = ${id}`
      const isAssigned = (await listed(t, owner)).length > 0
      if (user === owner) expect([`200 409`, `404 200`]).toContain(`${mapped.status} ${withdrawn.status}`)
      else expect(mapped.status).toBe(200)
      expect(row).toEqual({ remote_property_id: mapped.status === 200 ? 'P' : null })
      expect(isAssigned).toBe(mapped.status === 200)
      await change({ remote_property_id: null }, owner)
    }
  })

  test('is free again when its account is erased', async ({ t, manager }) => {
    const { owner, support, home } = await scene(t, manager)
    await mapHome(t, support, home)
    expect(await erase(t, owner)).toBe(200)
    expect(await t.db`select from channel_properties where remote_property_id = 'P'`).toHaveLength(0)
  })
})
