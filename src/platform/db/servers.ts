import type { Sql } from 'postgres'
import { lazily } from '../lib/lazily.ts'
import { addressesOf } from './address.ts'
import type { Servers } from './cluster/cluster.ts'
import { openBare } from './connections.ts'
import { openSocket, socketsTo } from './socket.ts'

const CONNECT_MS = 10_000

/**
 * The servers of a URL. One server is itself. Several are asked which one is the primary, by code that only they load
 * (src/platform/db/cluster/README.md).
 * @throws Error in one sentence.
 */
export function serversOf(url: string, ca: string | undefined): Servers {
  const addresses = addressesOf(url, ca)
  const [only, ...others] = addresses.all
  if (others.length === 0 && addresses.target === 'any')
    return {
      addresses,
      find: async () => only,
      open: async (ms) => ({ address: only, socket: await openSocket(only, AbortSignal.timeout(ms)) }),
      doubt: async () => {},
      add: () => {},
    }
  const hosts = lazily(async () => new (await import('./cluster/hosts.ts')).Hosts(addresses))
  return {
    addresses,
    find: async (signal) => (await hosts.get()).find(signal),
    open: async (ms) => (await hosts.get()).open(ms),
    doubt: async () => (await hosts.get()).doubt(),
    add: (socket, address, owes) => void hosts.get().then((all) => all.add(socket, address, owes)),
  }
}

/** Opens a client with one connection that sets nothing in its session. */
export function openClient(url: string, ca: string | undefined): Sql {
  const servers = serversOf(url, ca)
  const { url: first } = servers.addresses.all[0]
  return openBare(first, 'sejour-start', socketsTo(servers, CONNECT_MS))
}

/** The process that the server names when it greets a client, and the one that serves it. A pooler makes the first one up. */
export async function processesOf(client: Sql): Promise<{ greeted: number; serving: number }> {
  const rows = await client.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return { greeted: rows.state.pid, serving: rows[0]?.pid ?? 0 }
}
