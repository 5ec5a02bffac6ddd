import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeFolder } from '../../deploy/play/machine.ts'
import { freePort } from '../../src/dev/free-port.ts'
import type { Random } from '../../tests/support/random.ts'
import { collect } from '../collect.ts'
import { commonFaults } from '../common-faults.ts'
import { eventually, type FaultKind, type Loss } from '../fault.ts'
import { startMailbox } from '../mailbox.ts'
import { defineNode, hasClocks, isWritable, root, type ServiceNode } from '../nodes.ts'
import { startProvider } from '../provider.ts'
import { type Bus, startRedis } from '../redis.ts'
import { type Relay, startRelay, type Weather } from '../relay.ts'
import type { Stage } from '../stage.ts'
import { type LocalDatabase, startDatabase } from './database.ts'

const NODES = 2
const BAD: Exclude<Weather, 'fine'>[] = ['cut', 'stalled', 'slow', 'lossy']

/** Without root: nodes on one PostgreSQL, which each reaches through a relay. */
export async function startLocal(folder: string, random: Random, { bus }: { bus: Bus }): Promise<Stage> {
  const releases: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const release of releases.reverse()) await release().catch(() => undefined)
  }
  try {
    const place = (name: string) => makeFolder(path.join(folder, name))
    const database = await startDatabase(place('postgres'))
    releases.push(() => database.stop())
    const mailbox = await startMailbox()
    releases.push(async () => mailbox.close())
    const redis = await startRedis(place('redis'), bus)
    releases.push(redis.close)
    const nodes: ServiceNode[] = []
    const someNode = () => random.pick(nodes).url
    const provider = await startProvider(() => `${someNode()}/api/v1/stripe/webhook`)
    releases.push(() => provider.close())
    const relays: Relay[] = []
    const files = place('files')
    for (let index = 0; index < NODES; index++) {
      const relay = await startRelay({ host: '127.0.0.1', port: database.port }, random)
      releases.push(async () => relay.close())
      relays.push(relay)
      const url = new URL(database.url)
      url.port = String(relay.port)
      const port = await freePort()
      const node = defineNode({
        index,
        host: '127.0.0.1',
        port,
        folder: place(`node${index}`),
        providerUrl: provider.url,
        smtpUrl: `smtp://127.0.0.1:${mailbox.port}`,
        publicUrl: `http://127.0.0.1:${port}`,
        files,
        env: { DATABASE_URL: url.href, ...redis.env },
      })
      nodes.push(node)
      releases.push(() => node.part.end('SIGKILL'))
      node.part.start()
      // The first one makes the schema.
      if (!(await eventually(() => isWritable(node)))) throw new Error(`${node.part.name} does not start: ${folder}`)
    }
    const common = commonFaults({ nodes, provider, mailbox })
    const [first] = nodes
    const address = new URL(first?.url ?? '')
    return {
      api: () => `${someNode()}/api/v1`,
      sockets: { host: address.hostname, port: Number(address.port), api: `${address.origin}/api/v1` },
      mails: mailbox.raw,
      grant: (email) =>
        promisify(execFile)(process.execPath, ['src/cli/admin.ts', 'grant', email, 'admin'], {
          cwd: root,
          env: { PATH: process.env.PATH, DATABASE_URL: database.url },
        }),
      faults: [...common.kinds, ...redis.faults, ...networkFaults(nodes, relays), ...databaseFaults(database)],
      leftOut: [
        ...common.leftOut,
        ...redis.leftOut,
        'members of a cluster, switchovers, full disks: they need root (docs/high-availability.md)',
      ],
      primaries: async () => ((await database.isPrimary()) ? ['database'] : []),
      isWell: async () => (await Promise.all(nodes.map(isWritable))).every(Boolean),
      collect: () => collect(database.url, { provider: provider.books(), mails: mailbox.mails() }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const networkFaults = (nodes: ServiceNode[], relays: Relay[]): FaultKind[] =>
  BAD.map((weather) => (random) => {
    const index = random.below(nodes.length)
    return {
      name: `network ${weather}`,
      target: `${nodes[index]?.part.name} and the database`,
      begin: () => relays[index]?.turn(weather),
      end: () => relays[index]?.turn('fine'),
    }
  })

/** What is due waits until a clock that went ahead is right again: no longer than everything has to settle. */
const CLOCKS = ['+30s', '-30s', '-10m']

const clockFault =
  (database: LocalDatabase): FaultKind =>
  (random) => {
    const offset = random.pick(CLOCKS)
    return {
      name: 'clock of the database jumps',
      target: `database ${offset}`,
      begin: () => database.turnClock(offset),
      end: () => database.turnClock('+0'),
    }
  }

const databaseFaults = (database: LocalDatabase): FaultKind[] => [
  () => ({
    name: 'database killed (kill -9)',
    target: 'database',
    begin: () => database.kill(),
    end: () => database.startAgain(),
  }),
  () => ({
    name: 'database stopped (SIGSTOP)',
    target: 'database',
    begin: () => database.freeze(true),
    end: () => database.freeze(false),
  }),
  () => ({
    name: 'database read-only',
    target: 'database',
    begin: () => database.setReadOnly(true),
    end: () => database.setReadOnly(false),
  }),
  () => {
    let from = 0
    return {
      name: 'backup restored',
      target: 'database',
      begin: async () => {
        from = await database.backUp()
      },
      end: async (): Promise<Loss> => ({ from, stopped: await database.restore() }),
    }
  },
  ...(hasClocks ? [clockFault(database)] : []),
]
