import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { randomOf } from '../../../tests/support/random.ts'
import { type Attempt, openClient } from '../../faults/client.ts'
import { openHistory, readHistory } from '../../faults/history.ts'
import { checkPeer, type Peer, type PeerBooking, startPeerLoad } from '../../faults/peer.ts'

const ok = (body: object): Attempt => ({ status: 200, body })

const LOST: Attempt = { status: 0, body: undefined }

/**
 * A peer in memory, which looks whether nights are free, or does not.
 * @param lost the kind of request whose first answer each client misses; it knows no keys.
 */
function peerInMemory({ looks, lost }: { looks: boolean; lost?: 'book' | 'cancel' }): Peer {
  const bookings = new Map<string, PeerBooking>()
  const missed = new Set<string>()
  const isLost = (kind: typeof lost, key: string) => kind === lost && !missed.has(key) && missed.add(key).has(key)
  let last = 0
  return {
    name: 'in memory',
    prepare: async () => ({ units: ['a', 'b', 'c', 'd', 'e'], guests: ['g', 'h'] }),
    async book({ key, ...stay }) {
      const isTaken = [...bookings.values()].some(
        ({ unit, check_in, check_out }) => unit === stay.unit && check_in < stay.check_out && stay.check_in < check_out,
      )
      if (looks && isTaken) return { status: 400, body: { code: 'taken' } }
      const id = `id ${++last}`
      bookings.set(id, { id, ...stay })
      return isLost('book', key) ? LOST : ok({ id })
    },
    async cancel({ id, key }) {
      if (!bookings.delete(id)) return { status: 409, body: { code: 'illegal_move' } }
      return isLost('cancel', key) ? LOST : ok({})
    },
    search: async () => ok({}),
    unit: async () => ok({}),
    list: async () => [...bookings.values()],
  }
}

async function findingsOf(peer: Peer) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-peer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'history.jsonl')
  const client = openClient(openHistory(file), randomOf(1))
  const load = await startPeerLoad(peer, { client, random: randomOf(2), perSecond: 4_000 })
  await expect.poll(() => readHistory(file).operations.length, { timeout: 10_000 }).toBeGreaterThan(100)
  await load.finish()
  const history = readHistory(file)
  return checkPeer(history, await load.collect(history)).findings
}

test('a peer that sells each night once has no findings', async () => {
  expect(await findingsOf(peerInMemory({ looks: true }))).toEqual([])
})

test('a peer that sells without looking is found out', async () => {
  const kinds = (await findingsOf(peerInMemory({ looks: false }))).map(({ kind }) => kind)
  expect(kinds).toContain('doubled')
})

test('who is refused what an attempt without an answer has booked is found, and later refusals are explained by it', async () => {
  const findings = await findingsOf(peerInMemory({ looks: true, lost: 'book' }))
  expect(findings.length).toBeGreaterThan(10)
  for (const { what } of findings) expect(what).toMatch(/^booking \d+ is there, and its guest was refused it$/)
})

test('a cancellation without an answer is one all the same', async () => {
  expect(await findingsOf(peerInMemory({ looks: true, lost: 'cancel' }))).toEqual([])
})
