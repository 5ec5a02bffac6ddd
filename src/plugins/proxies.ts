import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { isLoopback } from '../lib/environment.ts'

/** Which proxies are trusted to name the previous address: Fastify's `trustProxy`. */
export function trustedProxies({ trustProxy }: Config) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

/** Normalises X-Forwarded-For to a list of addresses, before anything reads `request.ip`. */
export const proxies = fp(async (app: FastifyInstance, { config }: { config: Config }) => {
  if (config.trustProxy === false) return
  app.addHook('onRequest', (request, _reply, next) => {
    const header = request.headers['x-forwarded-for']
    if (header !== undefined) request.headers['x-forwarded-for'] = forwardedAddresses(String(header)).join(', ')
    next()
  })
})

/** What proxies and tunnels say about the client in front of them. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * An `onRequest` hook: 404 unless the request comes from this machine. It asks the connection itself, because a client can
 * write the headers of which `request.ip` is made; a request that a proxy or tunnel on this machine passes on is not ours. Nor is one
 * for another name: a page could have that name lead here.
 */
export function loopbackOnly({ raw, hostname }: FastifyRequest, reply: FastifyReply, next: () => void): void {
  const isOwn =
    isLoopback(raw.socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => raw.headers[name] === undefined) &&
    isLoopback(hostname.replace(/^\[|\]$/g, ''))
  if (isOwn) next()
  else reply.callNotFound()
}

/**
 * The addresses of X-Forwarded-For in one spelling, without ports. The nearest is last. An entry that is not an address
 * is removed together with everything to its left, because no trusted proxy is known to have written that.
 */
function forwardedAddresses(header: string): string[] {
  const addresses: string[] = []
  for (const entry of header.split(',').reverse()) {
    const text = entry.trim()
    if (text === '') continue
    const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
    if (!isAddress(address)) break
    addresses.unshift(ipaddr.process(address).toString())
  }
  return addresses
}

/** An IPv4 address in four parts, or an IPv6 address without a zone. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'))
}
