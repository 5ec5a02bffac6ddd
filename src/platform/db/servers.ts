import type { Addresses, Servers } from './address.ts'

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
