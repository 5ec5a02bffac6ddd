import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { test as base, expect, inject } from 'vitest'
import { inDays, startApp } from '../../support/app.ts'
import { fastFolder } from '../../support/folders.ts'
import { startService } from '../../support/service.ts'
import { client, ownSignature } from '../../support/sockets.ts'

base(
  'a node that is killed between its commit and its messages loses nothing: slow looks of others find it',
  async () => {
    const t = await startApp({ JWT_SECRET: 'a secret that both nodes have, of some length' }, { run: true })
    const [guest, owner] = [await t.user(), await t.user()]
    const home = await t.home(owner)
    const socket = await client(t.app)
    socket.send({ event: 'pusher:subscribe', data: await ownSignature(t, owner, socket.id) })
    expect(await socket.read()).toMatchObject({ event: 'pusher_internal:subscription_succeeded' })
    const { next } = (await t.call('GET', '/events?after=latest', undefined, owner)).body.meta

    const folder = mkdtempSync(path.join(fastFolder(), 'sejour-node-'))
    const [database] = await t.db<{ name: string }[]>`select current_database() as name`
    const killed = startService({
      JWT_SECRET: 'a secret that both nodes have, of some length',
      DATABASE_URL: inject('databaseUrl').replace('/DATABASE', `/${database?.name}`),
      DATA_DIR: folder,
      DEMO_DATA: 'false',
      PORT: '0',
    })
    const url = await killed.ready
    // Nobody relays messages or gives positions, until the node is dead.
    await t.db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('sejour realtime outbox', 0)), position from event_feed for update`
      const post = async (to: string, token: string, body: unknown) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const answer = await fetch(`${url}/api/v1${to}`, { method: 'POST', headers, body: JSON.stringify(body) })
        expect([200, 201], await answer.text()).toContain(answer.status)
      }
      await post('/messages', guest.token, { receiver_id: owner.id, content: 'Bonjour', property_id: home })
      await post(`/calendars/properties/${home}/close`, owner.token, { start_date: inDays(40), end_date: inDays(41) })
      killed.process.kill('SIGKILL')
      await killed.exit
      expect(await tx`select from realtime_outbox where channel = ${`private-user.${owner.id}`}`).not.toHaveLength(0)
    })
    const heard: string[] = []
    while (!heard.includes('message')) heard.push((await socket.read()).event)
    const changed = `/events?after=${next}&wait=30&types=calendar.changed`
    expect((await t.call('GET', changed, undefined, owner)).body.data).toMatchObject([{ data: { from: inDays(40) } }])
    await t.close()
    rmSync(folder, { recursive: true, force: true })
  },
)
