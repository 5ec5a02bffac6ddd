import ipaddr from 'ipaddr.js'

/** An IPv4 address, or the /64 of an IPv6 address, which usually belongs to one subscriber. Pure. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip.slice(0, 100)
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString()
}
