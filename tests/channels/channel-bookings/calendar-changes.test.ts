import { describe, expect } from 'vitest'
import { compareCalendars } from '../../../src/channels/channel-manager/compare.ts'
import { pushDue } from '../../../src/channels/channel-manager/push.ts'
import { inDays, startApp, type TestApp, test as withApp } from '../../support/app.ts'
import { close } from '../../support/calendars.ts'
import { closedThere, KEY, mapHome, mappedHome, test } from '../../support/channel-manager.ts'
import { channelScene, eventOf, inbox, range, send, sold, stays, subscribe } from '../../support/channels.ts'

const changed = { event: 'ari', payload: [{ availability: 1, date: inDays(30) }] }
const compare = async (t: TestApp) => {
  await t.app.jobs.enqueue(t.db, compareCalendars, {})
  await t.drain()
}

describe('a channel manager that says that it has changed something', () => {
  test('has the home compared once, and what it was sent itself is not sent again', async ({ t, manager }) => {
    const { owner, home, secret } = await mappedHome(t)
    await close(t, owner, home, 30, 30)
    await pushDue(t.app)
    await compare(t)
    const calls = (method: string) => manager.asked.filter((request) => request.startsWith(method)).length
    const [reads, writes] = [calls('GET'), calls('POST')]
    // Today's comparison was a while ago.
    const pass = () => t.db`update webhook_subscriptions set compared_at = compared_at - interval '11 minutes'`
    await pass()
    for (const event of ['ari', 'availability_update', 'ari'])
      expect((await send(t, secret, { ...changed, event, at: Math.random() })).status).toBe(200)
    await t.drain()
    expect([calls('GET'), calls('POST')]).toEqual([reads + 2, writes])
    expect((await inbox(t, owner, '?status=applied')).meta.total).toBe(3)
    // The next one within ten minutes waits for the schedule, which finds it when the time has come.
    manager.availability.get('R')?.set(inDays(30), 1)
    await send(t, secret, { ...changed, at: 'later' })
    await compare(t)
    expect(calls('GET')).toBe(reads + 2)
    await pass()
    await compare(t)
    expect(calls('GET')).toBe(reads + 4)
    await pushDue(t.app)
    expect(closedThere(manager)).toEqual([30])
    await pass()
    await compare(t)
    expect(calls('GET')).toBe(reads + 4)
  })

  test('has nothing compared that is not mapped or not active', async ({ t, manager }) => {
    const owner = await t.user()
    const support = await t.user({ role: 'support' })
    const home = await t.home(owner)
    const unmapped = await subscribe(t, owner, home)
    const roomless = await subscribe(t, support, home, { remote_property_id: 'X' })
    const inactive = await mapHome(t, support, home, '', { is_active: false })
    await t.drain()
    manager.asked.splice(0)
    for (const { secret } of [unmapped, roomless, inactive]) expect((await send(t, secret, changed)).status).toBe(200)
    await t.drain()
    expect(manager.asked).toEqual([])
    expect((await inbox(t, owner, '?status=ignored')).meta.total).toBe(3)
  })
})

/** With the stand-in of development, as without settings. */
const locally = test.extend<{ t: TestApp }>({
  t: async ({ manager }, use) => {
    const app = await startApp({}, { run: false }, undefined, { channelManager: { url: manager.url, key: KEY } })
    await use(app)
    await app.close()
  },
})

describe('a booking with its details inline', () => {
  locally(
    'is applied where only the stand-in could be asked, also of a home that is not mapped',
    async ({ t, manager }) => {
      const { home, support, deliver } = await channelScene(t)
      await deliver(eventOf(sold(30, 33)), eventOf(sold(50, 52, { booking_id: 'b2', revision_id: undefined })))
      expect(await stays(t)).toMatchObject([{ stay: range(30, 33) }, { stay: range(50, 52) }])
      // Sales of the stand-in are as it reports them, whatever the event says.
      const { secret } = await mapHome(t, support, home)
      manager.revisions.push({ ...sold(40, 43, { booking_id: 'b3' }), id: 'known', property_id: 'P' })
      await send(t, secret, eventOf(sold(60, 63, { booking_id: 'b3', revision_id: 'known' })))
      await t.drain()
      expect((await stays(t)).map(({ stay }) => stay)).toEqual([range(30, 33), range(50, 52), range(40, 43)])
    },
  )

  test('is not applied where a channel manager is configured that does not know it', async ({ t }) => {
    const { owner, secret } = await mappedHome(t)
    await send(t, secret, eventOf(sold(30, 33)))
    await expect(t.drain()).rejects.toThrow('does not know revision')
    expect(await stays(t)).toEqual([])
    expect((await inbox(t, owner)).data).toMatchObject([{ status: 'received' }])
  })

  withApp('is applied without any, where a change of the calendar means nothing', async ({ t }) => {
    const { owner, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33)), changed)
    expect(await stays(t)).toHaveLength(1)
    expect((await inbox(t, owner, '?status=ignored')).data).toMatchObject([{ error: 'its data is not used' }])
  })
})
