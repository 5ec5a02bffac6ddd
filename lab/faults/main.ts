/**
 * `npm run faults [-- --short | --minutes 45] [--seed 7] [--rate 25] [--asynchronous] [--hosts] [--local]`: plays faults under load on a
 * cluster of three as root (`--hosts`: the nodes find its primary themselves, without HAProxy, and read from standbys), or without root on one PostgreSQL behind relays, and checks what must hold all the same. It prints a
 * table, and fails when something is lost, doubled, stuck or wrong. What is stuck on a machine that cannot carry the load is `saturated`. `--only <expression>` plays the faults with such names, `--check
 * <folder>` judges an earlier run again, and `--peer lab/faults/peers/haip.ts --address http://localhost:3000` has the same load come to
 * another service (lab/faults/peer.ts).
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeFolder } from '../../tests/support/programs.ts'
import { type Random, randomOf } from '../../tests/support/random.ts'
import { markdown, tableOf } from './check/answers.ts'
import { check } from './check/check.ts'
import type { Finding } from './check/finding.ts'
import { judged, saturationOf } from './check/saturated.ts'
import { checkSettled, SETTLE_MS } from './check/settled.ts'
import { dispatcher, openClient } from './client.ts'
import { preparePrograms } from './cluster/programs.ts'
import { startCluster } from './cluster/stage.ts'
import { type Evidence, evidence } from './evidence.ts'
import { playFaults } from './fault.ts'
import { type History, openHistory, readHistory } from './history.ts'
import { type Listeners, startListeners } from './listeners.ts'
import { startLoad } from './load.ts'
import { startLocal } from './local/stage.ts'
import { watchMachine } from './machine.ts'
import { playPeer } from './peer-run.ts'
import { watchPrimaries } from './primaries.ts'
import { createScene } from './scene.ts'
import type { Stage } from './stage.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    rate: { type: 'string', default: '25' },
    local: { type: 'boolean', default: false },
    asynchronous: { type: 'boolean', default: false },
    hosts: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    check: { type: 'string' },
    peer: { type: 'string' },
    address: { type: 'string' },
  },
})

const say = (text: string) => console.log(text)
const seed = Number(values.seed ?? (values.short ? 1 : Date.now() % 2 ** 31))
const promises = { asynchronous: values.asynchronous }
const SHOWN = 40
const SETTLE_LOOK_MS = 3_000

const historyIn = (folder: string) => path.join(folder, 'history.jsonl')
const evidenceIn = (folder: string) => path.join(folder, 'evidence.json')

/** Prints what a run has come to. */
function tell(history: History, found: Finding[]): void {
  const findings = judged(history, found)
  say(`\n${markdown(tableOf(history, findings))}\n`)
  for (const { kind, what, op } of findings.slice(0, SHOWN))
    say(`${kind}: ${what}${op === undefined ? '' : ` (operation ${op})`}`)
  if (findings.length > SHOWN) say(`and ${findings.length - SHOWN} more`)
  const load = saturationOf(history)
  if (load !== undefined)
    say(
      `saturated: ${load.toFixed(1)} processes for each processor. What is late may not be stuck: choose a lower --rate, or an idle machine`,
    )
  const { operations, faults } = history
  say(`${operations.length} operations, ${faults.length} faults, ${findings.length} findings`)
  if (findings.length > 0) process.exitCode = 1
}

/** State after everything had time to settle. */
async function settle(stage: Stage, listeners: Listeners, history: History, folder: string): Promise<Evidence> {
  const end = performance.now() + SETTLE_MS
  for (;;) {
    const found = await stage.collect()
    writeFileSync(evidenceIn(folder), JSON.stringify(found))
    // The provider and the mailboxes are in this process: what takes seconds would keep the service from settling.
    const isSettled = listeners.areWell() && checkSettled(history, found).length === 0
    if (isSettled || performance.now() > end) return found
    await delay(SETTLE_LOOK_MS)
  }
}

/** The cluster, where there can be one and the time is not short. */
async function openStage(folder: string, random: Random): Promise<Stage> {
  if (values.short || values.local) return startLocal(folder, random)
  const programs = preparePrograms()
  if ('postgres' in programs)
    return startCluster(folder, { ...programs, isSynchronous: !values.asynchronous, hosts: values.hosts })
  say(`LEFT OUT: the cluster, because ${programs.reason}`)
  return startLocal(folder, random)
}

const pace = values.short
  ? { untilMs: 55_000, faultMs: 3_000, calmMs: 1_000 }
  : { untilMs: Number(values.minutes) * 60_000, faultMs: 12_000, calmMs: 5_000 }

async function play(folder: string): Promise<void> {
  const random = randomOf(seed)
  // Faults are chosen independently of the number of earlier requests.
  let opened: Stage | undefined
  const leave = () => void Promise.resolve(opened?.close()).finally(() => process.exit(1))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  const stage = await openStage(folder, randomOf(seed + 1))
  opened = stage
  try {
    for (const what of stage.leftOut) say(`LEFT OUT: ${what}`)
    const people = { api: stage.api(), dispatcher, mails: stage.mails }
    const scene = await createScene(
      people,
      values.short ? { guests: 8, free: 20, sold: 3 } : { guests: 12, free: 100, sold: 15 },
      stage.grant,
    )
    const recorder = openHistory(historyIn(folder))
    const client = openClient(recorder, randomOf(seed + 2))
    const listeners = startListeners(scene.owners, () => scene.guests, stage.sockets, recorder)
    await delay(1_000)
    say(`the load begins: ${values.rate} requests a second`)
    const load = { client, random: randomOf(seed + 3), api: stage.api, perSecond: Number(values.rate) }
    const finish = startLoad(scene, load)
    const kinds = stage.faults.filter((kind) => new RegExp(values.only).test(kind(randomOf(0)).name))
    const unwatch = watchPrimaries(stage, recorder)
    const unwatchMachine = watchMachine(recorder)
    const unhealed = await playFaults(kinds, { random, recorder, pace, isWell: stage.isWell })
    await finish()
    await unwatch()
    unwatchMachine()
    // The last publications are on their way.
    await delay(1_000)
    const history = readHistory(historyIn(folder))
    const found = await settle(stage, listeners, history, folder)
    listeners.close()
    const sick = unhealed.map((what): Finding => ({ kind: 'stuck', what }))
    tell(readHistory(historyIn(folder)), [...sick, ...check(readHistory(historyIn(folder)), found, promises)])
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave)
    await stage.close()
  }
}

const begun = performance.now()
if (values.check !== undefined) {
  const history = readHistory(historyIn(values.check))
  tell(history, check(history, evidence.parse(JSON.parse(readFileSync(evidenceIn(values.check), 'utf8'))), promises))
} else {
  const folder = makeFolder(mkdtempSync(path.join(tmpdir(), 'sejour-faults-')))
  say(`seed ${seed}; history, evidence and logs are in ${folder}`)
  try {
    const { peer: adapter, address } = values
    if (adapter !== undefined && address !== undefined) {
      const { history, findings, leftOut } = await playPeer(
        { adapter, address, seed, perSecond: Number(values.rate), pace },
        historyIn(folder),
      )
      for (const what of leftOut) say(`LEFT OUT: ${what}`)
      tell(history, findings)
    } else await play(folder)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  say(`${Math.round((performance.now() - begun) / 1_000)} s`)
}
process.exit()
