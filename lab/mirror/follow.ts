import type { Client } from 'openapi-fetch'
import {
  fill,
  follow,
  isRefused,
  type paths,
  type Row as RowOf,
  type SejourEvent,
} from '../../clients/typescript/dist/index.js'
import type { Row, Store } from './store.ts'

type Api = Client<paths>
type Calendar = RowOf<'calendars'>

const stayRow = (stay: RowOf<'reservations'>): Row => ({
  kind: 'stay',
  id: String(stay.id),
  home: stay.property_id,
  data: stay,
})

const paymentRow = (payment: RowOf<'payments'>): Row => ({
  kind: 'payment',
  id: String(payment.id),
  home: null,
  data: payment,
})

const nightRows = ({ property_id, nights }: Calendar): Row[] =>
  (nights ?? []).map((night) => ({ kind: 'night', id: `${property_id} ${night.date}`, home: property_id, data: night }))

async function* all(api: Api, property_id?: string): AsyncGenerator<Row> {
  const filter = property_id === undefined ? {} : { property_id }
  for await (const { rows } of fill(api, 'reservations', filter)) yield* rows.map(stayRow)
  for await (const { rows } of fill(api, 'payments', filter)) yield* rows.map(paymentRow)
  yield* calendar(api, property_id)
}

async function* calendar(api: Api, property_id?: string): AsyncGenerator<Row> {
  const filter = property_id === undefined ? {} : { property_id }
  for await (const { rows } of fill(api, 'calendars', filter)) yield* rows.flatMap(nightRows)
}

const isAbout = <Subject extends string>(
  event: SejourEvent,
  subject: Subject,
): event is Extract<SejourEvent, { type: `${Subject}.${string}` }> => event.type.startsWith(`${subject}.`)

/** Effect of an event on the copy. */
async function rowsOf(api: Api, event: SejourEvent): Promise<Row[]> {
  const { subject_id: id } = event
  const gone = { id, home: null, data: undefined }
  if (isAbout(event, 'reservation')) return [event.data ? stayRow(event.data) : { ...gone, kind: 'stay' }]
  if (isAbout(event, 'payment')) return [event.data ? paymentRow(event.data) : { ...gone, kind: 'payment' }]
  // Nights that are too many for an event are read.
  if (isAbout(event, 'calendar')) return event.data?.nights ? nightRows(event.data) : Array.fromAsync(calendar(api, id))
  // A stay shows its home.
  return event.type === 'property.updated' ? Array.fromAsync(all(api, id)) : []
}

/** Fills the copy: the cursor is taken before the lists are read, so that nothing is missed in between. */
async function begin(api: Api, store: Store): Promise<string> {
  for await (const { next } of follow(api)) {
    store.replace(await Array.fromAsync(all(api)), next)
    return next
  }
  throw new Error('the feed has ended')
}

/** Keeps the copy as the service is, for ever. */
export async function keepCopy(api: Api, store: Store): Promise<never> {
  for (;;) {
    try {
      const after = store.state('cursor') ?? (await begin(api, store))
      for await (const { events, next } of follow(api, { after })) {
        const rows = []
        for (const event of events) rows.push(...(await rowsOf(api, event)))
        const oldest = Math.min(Date.now(), ...events.map(({ created_at }) => Date.parse(created_at)))
        store.apply(rows, next, (Date.now() - oldest) / 1_000)
      }
    } catch (failure) {
      if (!isRefused(failure, 'cursor_lost')) throw failure
      store.lose()
    }
  }
}
