import ipaddr from 'ipaddr.js'

/** `::127.0.0.1`, which ipaddr.js parses as the mapped address `::ffff:127.0.0.1`. */
const DEPRECATED_COMPATIBLE = /^::\d+(\.\d+){3}$/
/** The assigned part of IPv6 (RFC 4291). Below it are forms that carry an IPv4 address, above it reserved addresses. */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** True if a text is an IP address. Pure. */
export const isAddress = (text: string): boolean => ipaddr.isValid(text)

/**
 * True if an IP address is global unicast, not of this machine or a private network. Zones are refused, and so are all
 * forms that carry an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo). Pure.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%') || DEPRECATED_COMPATIBLE.test(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(IPV6_GLOBAL_UNICAST)
}
