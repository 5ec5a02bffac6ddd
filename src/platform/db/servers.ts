import type net from 'node:net'
import type { Address, Addresses } from './address.ts'

/** The servers of an address; connections lead to one of them. */
export interface Servers {
  addresses: Addresses
  /**
   * The server to connect to.
   * @throws ConnectionError when there is none until `signal` says that it is late.
   */
  find(signal: AbortSignal): Promise<Address>
  /** Asks again which one it is. */
  doubt(): Promise<void>
  /** Takes note of a connection. @param owes whether an answer is due on it. */
  add(socket: net.Socket, address: Address, owes: () => boolean): void
}

/** One server is itself. Several are asked which one is the primary, by code that only they load (src/platform/db/cluster/README.md). */
export function serversOf(addresses: Addresses): Servers {
  const [only, ...others] = addresses.all
  if (others.length === 0 && addresses.target === 'any')
    return { addresses, find: async () => only, doubt: async () => {}, add: () => {} }
  let loading: Promise<Servers> | undefined
  const load = () => {
    loading ??= import('./cluster/hosts.ts').then(({ Hosts }) => new Hosts(addresses))
    return loading
  }
  return {
    addresses,
    find: async (signal) => (await load()).find(signal),
    doubt: async () => (await load()).doubt(),
    add: (socket, address, owes) => void load().then((hosts) => hosts.add(socket, address, owes)),
  }
}
