import { parse } from 'csv-parse/sync'
import { fetch } from 'undici'
import { z } from 'zod'
import { type Person, read } from './people.ts'

/** State of the service, read through other operations than those that the mirror reads. */

const row = z.looseObject({ id: z.number() })
const stays = z.object({ data: z.array(row), meta: z.object({ last_page: z.number() }) })
const nights = z.object({
  data: z.array(
    z.object({
      date: z.string(),
      is_available: z.boolean(),
      price: z.number(),
      min_stay: z.number(),
      max_stay: z.number(),
      closed_to_arrival: z.boolean(),
      closed_to_departure: z.boolean(),
    }),
  ),
})
const orNull = z.string().transform((text) => (text === '' ? null : text))
const payment = z.object({
  id: z.coerce.number(),
  reservation_id: z.coerce.number(),
  kind: z.string(),
  amount: z.coerce.number(),
  currency: z.string(),
  status: z.string(),
  refunded: z.coerce.number(),
  due_on: orNull,
  method: orNull,
  dispute_status: orNull,
  created_at: z.string(),
})
const page = z.object({
  data: z.array(z.object({ id: z.number(), type: z.string() })),
  meta: z.object({ next: z.string(), has_more: z.boolean() }),
})

/** All stays, payments and nights of some homes, as their owner sees them. @param days the first and the last one */
export async function readService(
  api: string,
  owner: Person,
  homes: readonly string[],
  days: { from: string; to: string },
): Promise<Map<string, unknown>> {
  const rows = new Map<string, unknown>()
  for (let number = 1, last = 1; number <= last; number++) {
    const { data, meta } = await read(api, owner, `/reservations?as=owner&per_page=100&page=${number}`, stays)
    for (const stay of data) rows.set(`stay ${stay.id}`, stay)
    last = meta.last_page
  }
  for (const home of homes) {
    const path = `/calendars/properties/${home}/availability?from=${days.from}&to=${days.to}`
    for (const night of (await read(api, owner, path, nights)).data) rows.set(`night ${home} ${night.date}`, night)
  }
  const answer = await fetch(`${api}/exports/payments.csv`, { headers: { authorization: `Bearer ${owner.token}` } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(text)
  for (const one of z.array(payment).parse(parse(text, { columns: true }))) rows.set(`payment ${one.id}`, one)
  return rows
}

/** All events that are kept, and where the feed is. */
export async function readFeed(api: string, owner: Person) {
  const events: z.infer<typeof page>['data'] = []
  for (let after = ''; ; ) {
    const { data, meta } = await read(api, owner, `/events?after=${after}`, page)
    events.push(...data)
    after = meta.next
    if (!meta.has_more) return { events, next: after }
  }
}
