import type { Relay, Weather } from '../../../tests/support/network.ts'
import type { Random } from '../../../tests/support/random.ts'
import { collect } from '../collect.ts'
import { commonFaults } from '../common-faults.ts'
import type { FaultKind, Loss } from '../fault.ts'
import { hasClocks, isWritable, type ServiceNode } from '../nodes.ts'
import type { Stage } from '../stage.ts'
import type { LocalDatabase } from './database.ts'
import { startService } from './service.ts'

const NODES = 2
const BAD: Exclude<Weather, 'fine'>[] = ['cut', 'stalled', 'slow', 'lossy']

/** Without root: nodes on one PostgreSQL, which each reaches through a relay. */
export async function startLocal(folder: string, random: Random): Promise<Stage> {
  const releases: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const release of releases.reverse()) await release().catch(() => undefined)
  }
  try {
    const service = await startService({ folder, random, nodes: NODES }, releases)
    const { database, mailbox, provider, nodes, relays, grant } = service
    const someNode = () => random.pick(nodes).url
    const common = commonFaults({ nodes, provider, mailbox })
    const [first] = nodes
    const address = new URL(first?.url ?? '')
    return {
      api: () => `${someNode()}/api/v1`,
      sockets: { host: address.hostname, port: Number(address.port), api: `${address.origin}/api/v1` },
      mails: mailbox.raw,
      grant,
      faults: [...common.kinds, ...networkFaults(nodes, relays), ...databaseFaults(database)],
      leftOut: [
        ...common.leftOut,
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

/** Due work waits until a clock that went ahead is right again: no longer than everything has to settle. */
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
