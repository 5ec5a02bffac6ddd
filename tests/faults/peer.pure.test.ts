import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Attempt, openClient } from '../../faults/client.ts'
import { openHistory, readHistory } from '../../faults/history.ts'
import { checkPeer, type Peer, type PeerBooking, startPeerLoad } from '../../faults/peer.ts'
import { randomOf } from '../support/random.ts'

const ok = (body: object): Attempt => ({ status: 200, body })

/** A peer in memory, which looks whether nights are free, or does not. */
function peerInMemory({ looks }: { looks: boolean }): Peer {
  const bookings = new Map<string, PeerBooking & { unit: string }>()
  let last = 0
  return {
    name: 'in memory',
    prepare: async () => ({ units: ['a', 'b', 'c', 'd', 'e'], guests: ['g', 'h'] }),
    async book({ key: _, ...stay }) {
      const isTaken = [...bookings.values()].some(
        ({ unit, check_in, check_out }) => unit === stay.unit && check_in < stay.check_out && stay.check_in < check_out,
      )
      if (looks && isTaken) return { status: 400, body: { code: 'taken' } }
      const id = `id ${++last}`
      bookings.set(id, { id, ...stay })
      return ok({ id })
    },
    async cancel({ id }) {
      bookings.delete(id)
      return ok({})
    },
    search: async () => ok({}),
    unit: async () => ok({}),
    list: async (wanted) => [...bookings.values()].filter(({ unit }) => unit === wanted),
  }
}

async function findingsOf(peer: Peer) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-peer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'history.jsonl')
  const client = openClient(openHistory(file), randomOf(1))
  const load = await startPeerLoad(peer, { client, random: randomOf(2), perSecond: 4_000 })
  await delay(200)
  await load.finish()
  const history = readHistory(file)
  expect(history.operations.length).toBeGreaterThan(50)
  return checkPeer(history, await load.collect(history)).map(({ kind }) => kind)
}

test('a peer that sells each night once has no findings', async () => {
  expect(await findingsOf(peerInMemory({ looks: true }))).toEqual([])
})

test('a peer that sells without looking is found out', async () => {
  expect(await findingsOf(peerInMemory({ looks: false }))).toContain('doubled')
})
