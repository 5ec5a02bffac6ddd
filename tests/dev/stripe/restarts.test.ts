import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test as plain, vi } from 'vitest'
import { pay } from '../../../src/dev/stripe/checkout.ts'
import { startStandin } from '../../../src/dev/stripe/server.ts'
import { checkout, client } from '../../support/stripe.ts'

describe('the state of the payment stand-in', () => {
  plain('what was answered to a key, and what was not delivered, outlive a restart', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'standin-'))
    const options = { secretKey: 'sk_test', webhookSecret: 'whsec', file: path.join(folder, 'state.json') }
    const before = await startStandin({ ...options, webhookUrl: () => 'http://127.0.0.1:9/' })
    const first = await client(before, 'sk_test').checkout.sessions.create(checkout(), { idempotencyKey: 'k' })
    pay(before.store, first.id)
    await before.close()

    const arrived: string[] = []
    const service = createServer(async (request, response) => {
      arrived.push(JSON.parse(await text(request)).type)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const { port } = service.address() as AddressInfo
    const after = await startStandin({ ...options, webhookUrl: () => `http://127.0.0.1:${port}/` })
    await vi.waitFor(
      () => expect(arrived.toSorted()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']),
      { timeout: 20_000 },
    )
    const again = await client(after, 'sk_test').checkout.sessions.create(checkout(), { idempotencyKey: 'k' })
    expect(again.id).toBe(first.id)
    await after.close()
    service.close()
    rmSync(folder, { recursive: true })
  })

  plain('its log is appended to, is compacted at the start, and outlives a line that was cut off', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'standin-'))
    const file = path.join(folder, 'state.json')
    const options = { secretKey: 'sk_test', webhookSecret: 'whsec', webhookUrl: () => undefined, file }
    const before = await startStandin(options)
    const { ino } = statSync(file)
    let written = readFileSync(file, 'utf8')
    const ids: string[] = []
    for (let made = 0; made < 20; made++) {
      const { id } = before.store.create('cus', 'customer', { made })
      before.store.update(id, { seen: true })
      ids.push(id)
      const now = readFileSync(file, 'utf8')
      expect([now.startsWith(written), statSync(file).ino]).toEqual([true, ino])
      // The two objects of this round, and nothing of the others.
      expect(now.slice(written.length).match(/"id":"\w+"/g)).toEqual([`"id":"${id}"`, `"id":"${id}"`])
      written = now
    }
    await before.close()
    appendFileSync(file, '{"id":"cus_cut","obj')
    const after = await startStandin(options)
    expect(after.store.list('customer').map(({ id, made, seen }) => [id, made, seen])).toEqual(
      ids.map((id, made) => [id, made, true]).toReversed(),
    )
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2)
    await after.close()
    rmSync(folder, { recursive: true })
  })
})
