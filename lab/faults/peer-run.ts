import path from 'node:path'
import { z } from 'zod'
import { startRelay, type Weather } from '../../tests/support/network.ts'
import { randomOf } from '../../tests/support/random.ts'
import type { Finding } from './check/finding.ts'
import { openClient, send } from './client.ts'
import { type FaultKind, type Pace, playFaults } from './fault.ts'
import { type History, openHistory, readHistory } from './history.ts'
import { watchMachine } from './machine.ts'
import { checkPeer, type PeerAdapter, startPeerLoad } from './peer.ts'

/** A run against a peer that somebody else has started: of faults there are those of the network between its clients and it. */

const adapters = z.object({ default: z.custom<PeerAdapter>((value) => typeof value === 'function') })
const BAD: Exclude<Weather, 'fine'>[] = ['cut', 'stalled', 'slow', 'lossy']

export async function playPeer(
  {
    adapter,
    address,
    seed,
    perSecond,
    pace,
  }: { adapter: string; address: string; seed: number; perSecond: number; pace: Pace },
  file: string,
): Promise<{ history: History; findings: Finding[]; leftOut: string[] }> {
  const random = randomOf(seed)
  const target = new URL(address)
  const relay = await startRelay({ host: target.hostname, port: Number(target.port || 80) }, randomOf(seed + 1))
  const { default: connect } = adapters.parse(await import(path.resolve(adapter)))
  const recorder = openHistory(file)
  const client = openClient(recorder, randomOf(seed + 2))
  const passage = `http://127.0.0.1:${relay.port}`
  try {
    const load = await startPeerLoad(connect(passage), { client, random: randomOf(seed + 3), perSecond })
    const kinds = BAD.map(
      (weather): FaultKind =>
        () => ({
          name: `network ${weather}`,
          target: 'clients and the peer',
          begin: () => relay.turn(weather),
          end: () => relay.turn('fine'),
        }),
    )
    const isWell = async () => (await send(passage)).status > 0
    const unwatchMachine = watchMachine(recorder)
    const unhealed = await playFaults(kinds, { random, recorder, pace, isWell })
    await load.finish()
    unwatchMachine()
    const history = readHistory(file)
    const sick = unhealed.map((what): Finding => ({ kind: 'stuck', what }))
    const { findings, leftOut } = checkPeer(history, await load.collect(history))
    return { history, findings: [...sick, ...findings], leftOut }
  } finally {
    relay.close()
  }
}
