import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { parse } from 'csv-parse/sync'
import type { TestApp, TestUser } from './app.ts'

/** A file as objects by the names of its columns. */
export const readCsv = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, record_delimiter: '\r\n' })

/** An export of an account: status, headers and rows. */
export async function exported(t: TestApp, user: TestUser | undefined, path: string) {
  const answer = await t.call('GET', path, undefined, user)
  return { ...answer, rows: answer.status === 200 ? readCsv(answer.body) : [] }
}

/** Stays of a home as channels sell them, some kilobytes each, from a day on. */
export async function manyStays(t: TestApp, home: string, count: number, { from = '2020-01-01', characters = 1 } = {}) {
  const [contact] = await t.db<{ id: number }[]>`insert into contacts (name) values ('Many') returning id`
  await t.db`
    insert into reservations (property_id, contact_id, check_in, check_out, adults, status, cancelled_at, source, ota_name,
      quote, total_cents, due_now_cents, currency)
    select ${home}, ${contact?.id ?? 0}, date '2020-01-01' + (${from}::date - date '2020-01-01') + i / 20,
      date '2020-01-01' + (${from}::date - date '2020-01-01') + i / 20 + 2, 2, 'cancelled', now(), 'channel',
      repeat('x', ${characters}::integer), '{}', 100, 100, 'EUR'
    from generate_series(1, ${count}::integer) i`
}

/** Asks for a file over a socket, and reads nothing of it yet. */
export async function openSlowly(t: TestApp, user: TestUser & { headers?: Record<string, string> }, path: string) {
  const { url } = await t.listen()
  const headers = { authorization: `Bearer ${user.token}`, ...user.headers }
  const request = http.get(`${url}/api/v1${path}`, { headers, agent: false })
  const [answer]: IncomingMessage[] = await once(request, 'response')
  if (answer === undefined) throw new Error('no answer')
  return { url, request, answer }
}

/** Reads what is left of an answer; rejects when the connection breaks before its end. */
export async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
