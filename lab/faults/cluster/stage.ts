import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeFolder } from '../../../tests/support/programs.ts'
import { ROLE } from '../../play/machine.ts'
import { collect } from '../collect.ts'
import { commonFaults } from '../common-faults.ts'
import { eventually } from '../fault.ts'
import { startMailbox } from '../mailbox.ts'
import { defineNode, isWritable, root, type ServiceNode } from '../nodes.ts'
import { definePart } from '../parts.ts'
import { startProvider } from '../provider.ts'
import type { Stage } from '../stage.ts'
import { clusterFaults } from './faults.ts'
import { formCluster } from './form.ts'
import { fill } from './member.ts'
import type { Machine } from './network.ts'
import { primariesOf } from './patroni.ts'

const NODE_PORT = 3000
const FRONT_PORT = 8080
const HAPROXY = '/usr/sbin/haproxy'

export interface ClusterOptions {
  /** The folder of PostgreSQL's programs. */
  postgres: string
  isSynchronous: boolean
  /** Nodes know all members: they find the primary themselves, instead of HAProxy for them, and read from the standbys. */
  hosts: boolean
}

/** As root: three members of a cluster and two nodes, each on a machine of its own, with the files of deploy/ha as they are. */
export async function startCluster(folder: string, options: ClusterOptions): Promise<Stage> {
  const releases: (() => unknown)[] = []
  const close = async () => {
    for (const release of releases.splice(0).reverse()) {
      try {
        await release()
      } catch (error) {
        console.error(error)
      }
    }
  }
  try {
    const place = (name: string) => makeFolder(path.join(folder, name))
    const cluster = await formCluster(folder, options)
    releases.push(cluster.dissolve)
    const { network, members, machines, certificates, adminUrl, primaryUrl, isWhole } = cluster
    const listOf = (show: (machine: Machine) => string) => machines.map(show).join()

    const mailbox = await startMailbox(network.host)
    releases.push(() => mailbox.close())
    const front = `http://${network.host}:${FRONT_PORT}`
    const provider = await startProvider(() => `${front}/api/v1/stripe/webhook`, network.host)
    releases.push(() => provider.close())
    const files = place('files')
    const nodes: ServiceNode[] = []
    const nodeMachines = ['n1', 'n2'].map(network.add)
    const urlOf = (servers: string, tls: string) =>
      `postgres://${ROLE.user}:${ROLE.password}@${servers}/sejour?sslmode=${tls}`
    // The certificate names none of the addresses.
    const urlOfMembers = (servers: string) => urlOf(servers, 'verify-ca')
    const database = options.hosts
      ? {
          DATABASE_URL: urlOfMembers(listOf(({ address }) => `${address}:5432`)),
          DATABASE_REPLICA_URLS: listOf(({ address }) => urlOfMembers(`${address}:5432`)),
        }
      : { DATABASE_URL: urlOf('localhost:5000', 'verify-full') }
    const addresses = Object.fromEntries(machines.map(({ name, address }) => [name.toUpperCase(), address]))
    for (const [index, machine] of nodeMachines.entries()) {
      const own = place(machine.name)
      const file = fill('haproxy-database.cfg', path.join(own, 'haproxy-database.cfg'), addresses)
      const { within } = machine
      const log = path.join(own, 'haproxy.log')
      definePart({ name: 'haproxy', file: HAPROXY, args: ['-db', '-f', file], cwd: own, env: {}, log, within }).start()
      const node = defineNode({
        index,
        host: machine.address,
        port: NODE_PORT,
        folder: own,
        providerUrl: provider.url,
        smtpUrl: `smtp://${network.host}:${mailbox.port}`,
        publicUrl: front,
        files,
        env: { ...database, DATABASE_CA: certificates.ca },
        within,
      })
      nodes.push(node)
      releases.push(() => node.part.end('SIGKILL'))
      node.part.start()
      // The first one makes the schema.
      if (!(await eventually(() => isWritable(node)))) throw new Error(`${machine.name} does not start: ${own}`)
    }
    const places = Object.fromEntries(
      nodeMachines.map(({ name, address }) => [name.toUpperCase(), `${address}:${NODE_PORT}`]),
    )
    const frontFile = fill('haproxy-nodes.cfg', path.join(folder, 'haproxy-nodes.cfg'), {
      ...places,
      LISTEN: `${network.host}:${FRONT_PORT}`,
    })
    const proxy = definePart({
      name: 'haproxy of the nodes',
      file: HAPROXY,
      args: ['-db', '-f', frontFile],
      cwd: folder,
      env: {},
      log: path.join(folder, 'haproxy.log'),
    })
    proxy.start()
    releases.push(() => proxy.end('SIGKILL'))
    const isFrontOpen = async () => (await fetch(`${front}/health/writable`)).status === 200
    if (!(await eventually(isFrontOpen))) throw new Error(`nothing answers in front of the nodes: ${folder}`)

    const common = commonFaults({ nodes, provider, mailbox })
    return {
      api: () => `${front}/api/v1`,
      sockets: { host: network.host, port: FRONT_PORT, api: `${front}/api/v1` },
      mails: mailbox.raw,
      grant: async (email) =>
        promisify(execFile)(process.execPath, ['src/cli/admin.ts', 'grant', email, 'admin'], {
          cwd: root,
          env: { PATH: process.env.PATH, DATABASE_URL: `${await primaryUrl('sejour')}?sslmode=require` },
        }),
      faults: [...common.kinds, ...clusterFaults({ network, members, nodes: nodeMachines, adminUrl })],
      leftOut: [
        ...common.leftOut,
        'restore of a backup, and clocks of the database, which Patroni shares: `--local` plays them',
      ],
      primaries: async () => (await primariesOf(machines)).map(({ name }) => name),
      isWell: async () => (await isWhole()) && (await Promise.all(nodes.map(isWritable))).every(Boolean),
      collect: async () =>
        collect(await primaryUrl('sejour'), { provider: provider.books(), mails: mailbox.mails() }, 'require'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
