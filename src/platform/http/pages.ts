import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { doneSchema, envelope } from './envelope.ts'
import { wholeParameter } from './fields.ts'

export const MAX_PER_PAGE = 100

/** `page` from 1, and `per_page`, 20 by default and at most 100 (docs/design/api.md, "Conventions"). */
export const pageQuery = z.object({
  page: wholeParameter(1, 1_000_000).default(1).describe('Number of the page, from 1'),
  per_page: wholeParameter(1, MAX_PER_PAGE).default(20).describe('Entries per page'),
})

type PageQuery = z.infer<typeof pageQuery>

/** The rows of a page, as parameters of a query. */
export const rowsOf = ({ page, per_page }: PageQuery) => ({ limit: per_page, offset: (page - 1) * per_page })

/** `{success, message, data, meta}` with one page of a list. */
export function pageEnvelope<T>(request: FastifyRequest, { page, per_page }: PageQuery, total: number, data: T[]) {
  const first = data.length === 0 ? null : rowsOf({ page, per_page }).offset + 1
  const meta = {
    ...{ page, current_page: page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
    ...{ from: first, to: first && first + data.length - 1 },
  }
  return { ...envelope(request, data), meta }
}

/**
 * One page of a list, with each row mapped by `show`. A list query takes `limit` and `offset` and returns the `total`
 * of all matches in each row. A page after the last one has no rows, so the query runs once more for the total.
 */
export async function listPage<R extends { total: number }, S>(
  request: FastifyRequest,
  query: PageQuery,
  run: (page: { limit: number; offset: number }) => Promise<R[]>,
  show: (row: NoInfer<R>) => S,
) {
  const rows = await run(rowsOf(query))
  const total = rows[0]?.total ?? (query.page > 1 ? ((await run({ limit: 1, offset: 0 }))[0]?.total ?? 0) : 0)
  return pageEnvelope(request, query, total, rows.map(show))
}

/** Place of a page in its list, where `from` and `to` are days. */
export const pageOfDays = z.object({ page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int() })

/** Place of a page in its list. */
export const pageMeta = pageOfDays
  .extend({
    current_page: z.int().meta({ description: 'The same as `page`' }),
    from: z
      .int()
      .nullable()
      .meta({ description: 'Place of the first entry in the list, from 1; null: the page is empty' }),
    to: z.int().nullable().meta({ description: 'Place of the last entry; null: the page is empty' }),
  })
  .meta({ id: 'PageMeta' })

/** Query of a list that is read back in time. */
export const backwardMeta = z
  .object({
    per_page: z.int(),
    next_before: z
      .int()
      .nullable()
      .meta({ description: 'Value of `before` for the next page; null on the last page', example: null }),
  })
  .meta({ id: 'BackwardMeta' })

/** A page of a list that is read back in time, of rows with one more than the page, which tells whether there is a next one. Pure. */
export function backwardPage<Row, Shown extends { id: number }>(
  rows: Row[],
  per_page: number,
  show: (row: Row) => Shown,
): { shown: Shown[]; meta: z.infer<typeof backwardMeta> } {
  const shown = rows.slice(0, per_page).map(show)
  return { shown, meta: { per_page, next_before: rows.length > per_page ? (shown.at(-1)?.id ?? null) : null } }
}

/** Query of a list whose entries can be unread. */
export const unreadPageMeta = pageMeta
  .extend({
    unread: z
      .int()
      .meta({ description: 'Total number of unread items; for conversations, of unread messages', example: 1 }),
  })
  .meta({ id: 'UnreadPageMeta' })

export const pagedSchema = <T extends z.ZodType>(item: T) =>
  doneSchema.extend({
    data: z.array(item),
    meta: pageMeta,
  })
