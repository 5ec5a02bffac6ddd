import { z } from 'zod'
import type { Store, StripeObject } from './store.ts'

interface Refusal {
  code?: string
  param?: string
  payment_intent?: StripeObject
}

/** A refusal with the provider's own message. */
export class ProviderError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly param: string | undefined
  /** The intent whose payment was refused. */
  readonly payment_intent: StripeObject | undefined

  constructor(status: number, message: string, { code, param, payment_intent }: Refusal = {}) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
    this.payment_intent = payment_intent
  }
}

export interface Context {
  store: Store
  /** Base URL of this server, for links in its answers. */
  baseUrl: string
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  params: z.ZodObject
  handle(input: Record<string, unknown>, id: string, context: Context): unknown
}

/** One operation; parameters that it does not know are refused. */
export function endpoint<T extends z.ZodObject>(
  method: Endpoint['method'],
  path: string,
  params: T,
  handle: (input: z.infer<T>, id: string, context: Context) => unknown,
): Endpoint {
  return { method, path, params, handle: (input, id, context) => handle(params.parse(input), id, context) }
}

export const text = z.string().min(1)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const integer = z.coerce.number<string>().int()
export const metadata = z.record(z.string(), z.string()).optional()
export const expand = z.array(z.string()).optional()
export const none = z.strictObject({ expand })
export const currency = z.string().regex(/^[a-z]{3}$/)

/**
 * An object by its id: that of the address, or of a parameter, which must not name a deleted one. Tests let an object be gone, as with
 * the keys of another account, by giving it another type.
 */
export function get(store: Store, id: string, object: string, param = 'id'): StripeObject {
  const found = store.find(id)
  if (found?.object === object && (param === 'id' || found.deleted !== true)) return found
  throw new ProviderError(param === 'id' ? 404 : 400, `No such ${object}: '${id}'`, { code: 'resource_missing', param })
}

/** The parameters of lists that are read page by page. */
export const paging = {
  created: z.strictObject({ gte: integer }).optional(),
  starting_after: text.optional(),
  limit: integer.max(100).optional(),
}

/** A page of a list, newest first, after the object `starting_after`. */
export function pageAfter(
  url: string,
  data: StripeObject[],
  { created, starting_after, limit = 10 }: z.infer<z.ZodObject<typeof paging>>,
) {
  const recent = data.filter((object) => object.created >= (created?.gte ?? 0))
  const start = starting_after === undefined ? 0 : recent.findIndex(({ id }) => id === starting_after) + 1
  const shown = recent.slice(start, start + limit)
  return { object: 'list', url, has_more: start + shown.length < recent.length, data: shown }
}

/** A list as the provider answers it. */
export const page = (url: string, data: StripeObject[]) => ({ object: 'list', url, has_more: false, data })
