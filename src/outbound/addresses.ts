import ipaddr from 'ipaddr.js'

/** `::127.0.0.1`, which ipaddr.js takes for the mapped `::ffff:127.0.0.1`. */
const DEPRECATED_COMPATIBLE = /^::\d+(\.\d+){3}$/
/** All that is given out of IPv6 (RFC 4291); below it are the forms that carry an IPv4 address, above it what is reserved. */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether a text is an IP address. Pure. */
export const isAddress = (text: string): boolean => ipaddr.isValid(text)

/**
 * Whether an IP address is one of global unicast, and not of this machine or the network around it. Forms that carry an
 * IPv4 address within (mapped, compatible, NAT64, 6to4, Teredo) are refused whatever they carry, and so are zones. Pure.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%') || DEPRECATED_COMPATIBLE.test(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(IPV6_GLOBAL_UNICAST)
}
