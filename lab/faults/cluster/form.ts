import path from 'node:path'
import postgres from 'postgres'
import { makeCertificates, makeFolder } from '../../../tests/support/programs.ts'
import { ROLE } from '../../play/machine.ts'
import { eventually } from '../fault.ts'
import { type Backups, defineMember, type Member } from './member.ts'
import { createNetwork, type Machine, type Network } from './network.ts'
import { isWhole, primaryOf } from './patroni.ts'

const SUPERUSER_PASSWORD = 'of-the-superuser'

export interface MembersOptions {
  /** The folder of PostgreSQL's programs. */
  postgres: string
  isSynchronous: boolean
  /** Archive of the log; without it the log is not archived. */
  backups?: Backups
}

export interface FormedCluster {
  network: Network
  members: Member[]
  machines: Machine[]
  certificates: ReturnType<typeof makeCertificates>
  /** A member, as the superuser. */
  adminUrl(machine: Machine, database?: string): string
  /** The primary, as the superuser. @throws Error while there is none. */
  primaryUrl(database?: string): Promise<string>
  /** True if all members are there, and one confirms what the primary writes. */
  isWhole(): Promise<boolean>
  /** Ends all that runs on its network, and takes it away. */
  dissolve(): void
}

/** As root: three members, each on a machine of its own, with the files of deploy/ha as they are, and an empty database of the service. */
export async function formCluster(folder: string, options: MembersOptions): Promise<FormedCluster> {
  const place = (name: string) => makeFolder(path.join(folder, name))
  const network = createNetwork()
  const members: Member[] = []
  let isThere = true
  const dissolve = () => {
    if (!isThere) return
    isThere = false
    network.remove()
    for (const member of members) member.unmount()
  }
  // Also when it is interrupted while it begins.
  process.once('exit', dissolve)
  try {
    const certificates = makeCertificates(place('tls'))
    const machines = ['m1', 'm2', 'm3'].map(network.add)
    const listOf = (show: (machine: Machine) => string) => machines.map(show).join()
    const values = {
      ETCD: listOf(({ name, address }) => `${name}=http://${address}:2380`),
      ETCD_CLIENTS: listOf(({ address }) => `${address}:2379`),
      POSTGRES_BIN: options.postgres,
      NETWORK: network.range,
      SYNCHRONOUS: String(options.isSynchronous),
      SUPERUSER_PASSWORD,
      REPLICATION_PASSWORD: 'of-the-replication',
    }
    for (const machine of machines) {
      const member = defineMember(machine, network, place(machine.name), certificates, values, options.backups)
      members.push(member)
      member.start()
    }
    const isClusterWhole = () => isWhole(machines, options.isSynchronous)
    if (!(await eventually(isClusterWhole))) throw new Error(`the cluster does not form: ${folder}`)
    const adminUrl = ({ address }: Machine, database = 'postgres') =>
      `postgres://postgres:${SUPERUSER_PASSWORD}@${address}:5432/${database}`
    const primaryUrl = async (database?: string) => {
      const primary = await primaryOf(machines)
      if (!primary) throw new Error('there is no primary')
      return adminUrl(primary, database)
    }
    const admin = postgres(await primaryUrl(), { max: 1, ssl: 'require', onnotice: () => undefined })
    await admin.unsafe(`create role ${ROLE.user} login password '${ROLE.password}'`)
    await admin.unsafe(`create database sejour owner ${ROLE.user}`)
    await admin.end()
    return { network, members, machines, certificates, adminUrl, primaryUrl, isWhole: isClusterWhole, dissolve }
  } catch (error) {
    dissolve()
    throw error
  }
}
