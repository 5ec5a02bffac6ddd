import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import { isLoopback, withoutBrackets } from '../lib/environment.ts'
import type { ServerConfig } from './config.ts'

/** True if a proxy at this address, so many hops away from us, is trusted to name what is before it: Fastify's `trustProxy`. Pure. */
export function trustedProxies({
  trustProxy,
}: Pick<ServerConfig, 'trustProxy'>): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : proxyAddr.compile(trustProxy)
}

const REQUEST_ID = /^[\w.-]{1,100}$/

/** Gives requests their ids: that of a trusted proxy, so that its log and ours have the same, or a new one. */
export function requestIds(config: Pick<ServerConfig, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(config)
  return ({ headers: { 'x-request-id': given }, socket: { remoteAddress = '' } }) =>
    typeof given === 'string' && REQUEST_ID.test(given) && isTrusted(remoteAddress, 0) ? given : randomUUID()
}

/** Normalises X-Forwarded-For to a list of addresses, before anything reads `request.ip`. */
export const proxies = fp(async (app: FastifyInstance, { config }: { config: ServerConfig }) => {
  if (config.trustProxy === false) return
  app.addHook('onRequest', (request, _reply, next) => {
    const header = request.headers['x-forwarded-for']
    if (header !== undefined) request.headers['x-forwarded-for'] = forwardedAddresses(String(header)).join(', ')
    next()
  })
})

/** Headers of proxies and tunnels about the client in front of them. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Routes that answer this machine only. */
export const forThisMachine =
  (routes: FastifyPluginAsync): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', loopbackOnly)
    await app.register(routes)
  }

/**
 * An `onRequest` hook: 404 unless the request comes from this machine. It asks the connection itself, because a client can
 * write the headers of which `request.ip` is made; a request that a proxy or tunnel on this machine passes on is not ours. Nor is one
 * for another name: a page could have that name lead here.
 */
function loopbackOnly({ raw, hostname }: FastifyRequest, reply: FastifyReply, next: () => void): void {
  const isOwn =
    isLoopback(raw.socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => raw.headers[name] === undefined) &&
    isLoopback(withoutBrackets(hostname))
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
