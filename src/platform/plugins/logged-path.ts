import type { FastifyRequest } from 'fastify'

const QUERY = /[?;&].*/s
/** Keys of programs and secrets of endpoints, wherever somebody has put them. */
const KEYS = /(sj_(?:live|pub)_|whsec_)[\w+/=-]+/g

/**
 * The path of a request for logs, without secrets. A route that declares `secretParams` is shown as its pattern with its
 * other parameters. People mistype addresses, so for all others what stands behind such a parameter's segment is hidden.
 */
export function pathOf({ url, routeOptions, params, server }: FastifyRequest): string {
  const { url: pattern, config } = routeOptions
  const secrets = config.secretParams ?? []
  if (pattern === undefined || secrets.length === 0) return loggedPath(url, server.secretPattern)
  const given = Object(params)
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
    secrets.includes(name) ? '…' : encodeURIComponent(String(given[name])),
  )
}

/** Segment of a path after one of `words`; undefined without words. Pure. */
export const secretPattern = (words: readonly string[]): RegExp | undefined =>
  words.length === 0 ? undefined : new RegExp(`(/(?:${words.join('|')}))(?![\\w-]).+`, 'is')

/**
 * The path of a URL for logs, without its query and without what `secret` finds. The router decodes paths, so secrets are
 * searched in the decoded path. A path without secrets is returned unchanged. Pure.
 */
export function loggedPath(url: string, secret: RegExp | undefined): string {
  const [path = ''] = url.split('?')
  const plain = decoded(path)
  const withoutQuery = plain.replace(QUERY, '')
  const withoutSecret = secret === undefined ? withoutQuery : withoutQuery.replace(secret, '$1/…')
  const safe = withoutSecret.replaceAll(KEYS, '$1…')
  return safe === plain ? path : safe
}

/** Decodes every level of escaping at once (`%2541` is `A`), without errors on broken escapes. */
const decoded = (text: string): string =>
  text.replaceAll(/%(?:25)*([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
