import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../src/dev/free-port.ts'
import { type Relay, startRelay } from '../../../tests/support/network.ts'
import { makeFolder } from '../../../tests/support/programs.ts'
import type { Random } from '../../../tests/support/random.ts'
import { eventually } from '../fault.ts'
import { type Mailbox, startMailbox } from '../mailbox.ts'
import { defineNode, isWritable, root, type ServiceNode } from '../nodes.ts'
import { type Provider, startProvider } from '../provider.ts'
import { type LocalDatabase, startDatabase } from './database.ts'

/** The service on this machine, without root, and what it needs. */
export interface LocalService {
  database: LocalDatabase
  mailbox: Mailbox
  provider: Provider
  nodes: ServiceNode[]
  /** Between a node and the database. */
  relays: Relay[]
  /** Makes an account an administrator, as operators do. */
  grant(email: string): Promise<unknown>
  /** A folder of the run. */
  place(name: string): string
}

interface Options {
  folder: string
  random: Random
  nodes: number
  /** The address that everybody uses; by default each node has its own. */
  publicUrl?: string
  /** Further variables of all nodes. */
  env?: Record<string, string>
}

/** Starts it. @param releases is given what ends each part, also of one that does not start. */
export async function startService(
  { folder, random, nodes: count, publicUrl, env = {} }: Options,
  releases: (() => Promise<unknown>)[],
): Promise<LocalService> {
  const place = (name: string) => makeFolder(path.join(folder, name))
  const database = await startDatabase(place('postgres'))
  releases.push(() => database.stop())
  const mailbox = await startMailbox()
  releases.push(async () => mailbox.close())
  const nodes: ServiceNode[] = []
  const provider = await startProvider(() => `${publicUrl ?? random.pick(nodes).url}/api/v1/stripe/webhook`)
  releases.push(() => provider.close())
  const relays: Relay[] = []
  const files = place('files')
  for (let index = 0; index < count; index++) {
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
      publicUrl: publicUrl ?? `http://127.0.0.1:${port}`,
      files,
      // Nodes that are restarted may find a backup that a fault has restored.
      env: { DATABASE_URL: url.href, RESTORED: 'true', ...env },
    })
    nodes.push(node)
    releases.push(() => node.part.end('SIGKILL'))
    node.part.start()
    // The first one makes the schema.
    if (!(await eventually(() => isWritable(node)))) throw new Error(`${node.part.name} does not start: ${folder}`)
  }
  const grant = (email: string) =>
    promisify(execFile)(process.execPath, ['src/cli/admin.ts', 'grant', email, 'admin'], {
      cwd: root,
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
    })
  return { database, mailbox, provider, nodes, relays, grant, place }
}
