import type { Client } from 'openapi-fetch'
import { bodyOf } from './errors.js'
import type { paths } from './generated/api.js'
import { patiently } from './patience.js'

type PathOf<List extends string> = `/api/v1/mirror/${List}`

/** The lists that a copy is filled from. */
export type ListName = 'reservations' | 'payments' | 'invoices' | 'calendars' | 'properties'

/** A row of a list, which equals the `data` of an event about it. */
export type Row<List extends ListName> =
  paths[PathOf<List>]['get']['responses'][200]['content']['application/json']['data'][number]

export interface FillOptions {
  /** One home only. */
  property_id?: string
  /** Only what has changed since `as_of` of the first page of the last time: for who does not follow the feed. */
  updated_since?: string
  /** Ends it. */
  signal?: AbortSignal
}

/** Some rows of a list, and when they were read. */
export interface Rows<List extends ListName> {
  rows: Row<List>[]
  as_of: string
}

interface Query extends Omit<FillOptions, 'signal'> {
  after: string
}

type Page = Awaited<ReturnType<typeof readPage>>

async function readPage(api: Client<paths>, list: ListName, query: Query, signal: AbortSignal | undefined) {
  const path: PathOf<ListName> = `/api/v1/mirror/${list}`
  return bodyOf(await api.GET(path, { params: { query }, signal: signal ?? null }))
}

/**
 * A list from its beginning to its end, page by page; it waits while the service is away. Keep the `next` of a first page of `follow`
 * before, and go on from it afterwards: then nothing is missed. @throws SejourError `cursor_lost` for `updated_since` of before a loss
 */
export async function* fill<List extends ListName>(
  api: Client<paths>,
  list: List,
  { signal, ...filter }: FillOptions = {},
): AsyncGenerator<Rows<List>, void> {
  for (let next: string | null = ''; next !== null; ) {
    const query: Query = { ...filter, after: next }
    const page: Page | undefined = await patiently(() => readPage(api, list, query, signal), signal)
    if (page === undefined) return
    // The path says which rows they are.
    yield { rows: page.data as Row<List>[], as_of: page.meta.as_of }
    next = page.meta.next
  }
}
