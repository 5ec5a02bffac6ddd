import postgres from 'postgres'
import type { Random } from '../../../tests/support/random.ts'
import type { Fault, FaultKind } from '../fault.ts'
import type { Member } from './member.ts'
import type { Machine, Network } from './network.ts'
import { membersOf, primaryOf, switchover } from './patroni.ts'

/** Faults of the members of a cluster, and between them and the nodes. */

/** Longer than Patroni takes to replace a primary (`ttl` of deploy/ha/patroni.yml, and some seconds). */
const FAILOVER = 3
const LOSS = 0.15

interface Parts {
  network: Network
  members: Member[]
  /** The machines of the nodes of the service. */
  nodes: Machine[]
  adminUrl: (machine: Machine) => string
}

export function clusterFaults({ network, members, nodes, adminUrl }: Parts): FaultKind[] {
  const machines = members.map(({ machine }) => machine)
  const memberOf = (machine: Machine | undefined) => members.find((member) => member.machine === machine)
  const othersOf = (member: Member) => machines.filter((machine) => machine !== member.machine)

  /** A fault of the primary, whichever it is when the fault begins, or of a standby. */
  function of(
    role: 'primary' | 'standby',
    name: string,
    begin: (member: Member) => unknown,
    end: (member: Member) => unknown,
    length = FAILOVER,
  ): FaultKind {
    return (random: Random): Fault => {
      const pick = random.below(machines.length - 1)
      let hit: Member | undefined
      return {
        name: `${role} ${name}`,
        target: role,
        length,
        async begin() {
          const primary = memberOf(await primaryOf(machines))
          hit = role === 'primary' ? primary : members.filter((member) => member !== primary)[pick]
          if (!hit) throw new Error('there is no primary')
          await begin(hit)
        },
        async end() {
          if (hit) await end(hit)
        },
      }
    }
  }

  const signalEtcd = (signal: NodeJS.Signals) => {
    for (const { etcd } of members) etcd.signal(signal)
  }
  const restart = (member: Member) => member.start()
  const heal = ({ machine }: Member) => network.heal(machine)
  async function setReadOnly({ machine }: Member, isReadOnly: boolean) {
    const sql = postgres(adminUrl(machine), { max: 1, ssl: 'require', onnotice: () => undefined })
    await sql.unsafe(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await sql`select pg_reload_conf()`
    await sql.end()
  }

  const both = (['primary', 'standby'] as const).flatMap((role) => [
    of(role, 'machine killed (kill -9)', (member) => member.signal('SIGKILL'), restart),
    of(
      role,
      'machine stopped (SIGSTOP)',
      (member) => member.signal('SIGSTOP'),
      (member) => member.signal('SIGCONT'),
    ),
    of(role, 'machine cut off', ({ machine }) => network.cut(machine), heal),
    of(role, 'network slow', ({ machine }) => network.slow(machine), heal, 1),
    of(role, 'network lossy', ({ machine }) => network.lose(machine, LOSS), heal, 1),
    of(
      role,
      'disk full',
      (member) => member.fillDisk(true),
      (member) => member.fillDisk(false),
      1,
    ),
  ])
  return [
    ...both,
    of(
      'primary',
      'server killed (kill -9)',
      (member) => member.killDatabase(),
      () => undefined,
      1,
    ),
    of('primary', 'cut off from other members', (member) => network.cut(member.machine, othersOf(member)), heal),
    of(
      'primary',
      'read-only',
      (member) => setReadOnly(member, true),
      (member) => setReadOnly(member, false),
      1,
    ),
    of(
      'primary',
      'etcd killed',
      (member) => member.etcd.end('SIGKILL'),
      (member) => member.etcd.start(),
      1,
    ),
    () => ({
      name: 'etcd stopped everywhere',
      target: 'all members',
      length: FAILOVER,
      begin: () => signalEtcd('SIGSTOP'),
      end: () => signalEtcd('SIGCONT'),
    }),
    () => ({
      name: 'switchover',
      target: 'primary',
      begin: async () => void (await switchover(machines)),
      end: async () => void (await membersOf(machines)),
    }),
    (random) => {
      const machine = random.pick(nodes)
      return {
        name: 'node cut off from the database',
        target: machine.name,
        begin: () => network.cut(machine, machines),
        end: () => network.heal(machine),
      }
    },
    (random) => {
      const machine = random.pick(nodes)
      return {
        name: 'network of a node lossy',
        target: machine.name,
        begin: () => network.lose(machine, LOSS),
        end: () => network.heal(machine),
      }
    },
  ]
}
