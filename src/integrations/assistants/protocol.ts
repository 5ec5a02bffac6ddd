import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

/** Messages of the Model Context Protocol, without state: one request, one answer (docs/decisions/0040-a-door-for-assistants.md). Pure. */

/** The revision whose requests describe themselves, and those before it, which begin with `initialize`. */
const PRESENT = '2026-07-28'
const EARLIER = ['2025-11-25', '2025-06-18', '2025-03-26']
export const VERSIONS = [PRESENT, ...EARLIER]

export const meta = (field: 'protocolVersion' | 'clientCapabilities' | 'serverInfo') =>
  `io.modelcontextprotocol/${field}` as const

export const message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string(),
  params: z
    .looseObject({ name: z.string().optional(), _meta: z.record(z.string(), z.unknown()).optional() })
    .default({}),
})
export type Message = z.output<typeof message>

/** A refusal of a message as a whole, which no model can mend. */
export interface Refusal {
  status: number
  error: { code: number; message: string; data?: unknown }
}

/** True if an answer is a refusal. */
export const isRefusal = (answer: object): answer is Refusal => 'error' in answer

export const refusal = (status: number, code: number, text: string, data?: unknown): Refusal => ({
  status,
  error: { code, message: text, ...(data !== undefined && { data }) },
})

/** JSON-RPC, and the protocol's own. */
export const CODES = {
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]?.toString().trim()
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString()
}

/** True if a message is of the present revision, which says so in each request. */
export const isPresent = ({ params }: Message, headers: IncomingHttpHeaders): boolean =>
  params._meta?.[meta('protocolVersion')] !== undefined || headers['mcp-protocol-version'] === PRESENT

/** Compares what a request says of itself with its headers, on which proxies decide. */
export function refuseHeaders({ method, params }: Message, headers: IncomingHttpHeaders): Refusal | undefined {
  const version = params._meta?.[meta('protocolVersion')]
  const asked = headerOf(headers, 'mcp-protocol-version')
  const unsupported = () =>
    refusal(400, CODES.unsupportedVersion, 'Unsupported protocol version', {
      supported: VERSIONS,
      requested: String(version ?? asked),
    })
  if (version === undefined && asked !== PRESENT)
    return asked === undefined || EARLIER.includes(asked) ? undefined : unsupported()
  if (typeof version !== 'string') return refusal(400, CODES.invalidParams, `_meta lacks ${meta('protocolVersion')}`)
  const pairs: [header: string, given: string | undefined][] = [
    ['mcp-protocol-version', version],
    ['mcp-method', method],
    ...(method === 'tools/call' ? [['mcp-name', params.name] as [string, string | undefined]] : []),
  ]
  const wrong = pairs.find(([header, given]) => headerOf(headers, header) !== given)
  if (wrong) return refusal(400, CODES.headerMismatch, `Header mismatch: ${wrong[0]} is not ${wrong[1]}`)
  if (version !== PRESENT) return unsupported()
  const capabilities = z.record(z.string(), z.unknown()).safeParse(params._meta?.[meta('clientCapabilities')])
  return capabilities.success
    ? undefined
    : refusal(400, CODES.invalidParams, `_meta lacks ${meta('clientCapabilities')}`)
}

const openings = z.looseObject({ elicitation: z.looseObject({ url: z.unknown() }) })

/** True if the client of a request can open an address for its person, and this is not yet the answer to that. */
export const opensAddresses = ({ params }: Message): boolean =>
  params.inputResponses === undefined &&
  openings.safeParse(params._meta?.[meta('clientCapabilities')]).data?.elicitation.url !== undefined

/** The version of an `initialize`: the one that is asked for, if it is known. */
export const versionFor = ({ params }: Message): string =>
  EARLIER.find((one) => one === params.protocolVersion) ?? (EARLIER[0] as string)
