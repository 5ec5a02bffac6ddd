import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { close } from '../../support/calendars.ts'
import { makeKey } from '../../support/keys.ts'

const live = test.extend({ running: { run: true } })

const latest = async (t: TestApp, user: TestUser): Promise<string> =>
  (await t.call('GET', '/events?after=latest', undefined, user)).body.meta.next

const waitFor = (t: TestApp, user: TestUser, after: string, more = '') =>
  t.call('GET', `/events?after=${after}&wait=30${more}`, undefined, user)

describe('a reader who waits', () => {
  live('gets what happens, on whichever node, by the loops of production', async ({ t }) => {
    const [owner, stranger] = [await t.user(), await t.user()]
    const [home, elsewhere] = [await t.home(owner), await t.home(stranger)]
    const other = await t.node({ run: true })
    const next = await latest(t, owner)
    const days = `&types=calendar.changed&property_id=${home}`
    const waiting = waitFor(t, owner, next, days)
    await close(t, stranger, elsewhere, 10, 12)
    await other.call(
      'POST',
      `/calendars/properties/${home}/close`,
      { start_date: inDays(40), end_date: inDays(41) },
      owner,
    )
    const { status, body } = await waiting
    expect([status, body.data.length]).toEqual([200, 1])
    expect(body.data[0].data).toMatchObject({ from: inDays(40), to: inDays(41) })
  })

  live(
    'ends the wait that the same account began before, and those that wait when the service stops',
    async ({ t }) => {
      const owner = await t.user()
      const next = await latest(t, owner)
      // Whichever of them comes second ends the other.
      const both = [waitFor(t, owner, next), waitFor(t, owner, next)]
      expect((await Promise.race(both)).body.data).toEqual([])
      const others = waitFor(t, await t.user(), next)
      await t.app.close()
      for (const { status, body } of await Promise.all([...both, others])) {
        expect([status, body.data]).toEqual([200, []])
        expect(body.meta.next).toMatch(/^1\.\d+$/)
      }
    },
  )

  live('is refused as soon as the key is deleted, long before the time is over', async ({ t }) => {
    const owner = await t.user()
    const key = await makeKey(t, owner)
    const waiting = waitFor(t, { ...owner, token: key.token }, await latest(t, owner))
    expect((await t.call('DELETE', `/api-keys/${key.id}`, undefined, owner)).status).toBe(200)
    expect((await waiting).status).toBe(401)
  })

  live('gets no events of a scope that its key loses during the wait', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const key = await makeKey(t, owner, { scopes: ['events.read', 'properties.read', 'reservations.read'] })
    const waiting = waitFor(t, { ...owner, token: key.token }, await latest(t, owner), '&types=property.updated')
    const scopes = ['events.read', 'reservations.read']
    expect((await t.call('PATCH', `/api-keys/${key.id}`, { scopes }, owner)).status).toBe(200)
    await t.call('PUT', `/properties/${home}`, { title: 'Autre nom' }, owner)
    const { status, body } = await waiting
    expect([status, body.data.scope]).toEqual([403, 'properties.read'])
  })

  test('is told which types its key does not get', async ({ t }) => {
    const owner = await t.user()
    const key = await makeKey(t, owner, { scopes: ['events.read', 'reservations.read', 'properties.read'] })
    const { meta } = (await t.call('GET', '/events', undefined, { token: key.token })).body
    const subjects = new Set(meta.withheld_types.map((type: string) => type.split('.')[0]))
    expect([...subjects].sort()).toEqual([
      ...['calendar', 'conflict', 'invoice', 'message', 'payment', 'review', 'stay_message', 'task'],
    ])
    expect((await t.call('GET', '/events', undefined, owner)).body.meta.withheld_types).toEqual([])
  })
})
