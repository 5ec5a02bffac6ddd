import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { convertIcsCalendar } from 'ts-ics'
import { expect } from 'vitest'
import { importFeeds } from '../../src/bookings/calendars/jobs.ts'
import { test as base, inDays, type TestApp, type TestUser } from './app.ts'
import { NEIGHBOURS_CURRENCY } from './neighbours.ts'

/** Another platform: what it answers at `url`, how often it was called, and with which headers at last. */
export interface Platform {
  url: string
  answer: (response: ServerResponse) => void
  asked: number
  headers?: IncomingHttpHeaders
}

let current: Platform | undefined
let listening: Promise<string> | undefined

/** Starts the server of all platforms of a worker, at one address: tests with a platform share a service that may read it. */
async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    if (!current) return response.writeHead(503).end()
    current.asked++
    current.headers = request.headers
    current.answer(response)
  }).listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** `test` with another platform; the service may read it although its address is local. Its calendars end with the test. */
export const test = base.extend<{ platform: Platform; env: Record<string, string>; t: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  platform: async ({}, use) => {
    listening ??= listen()
    const url = `http://${await listening}/calendar.ics`
    current = { url, answer: (response) => response.end(calendarOf()), asked: 0 }
    await use(current)
    current = undefined
  },
  env: async ({ platform }, use) => use({ OUTBOUND_ALLOWED_HOSTS: new URL(platform.url).host }),
  t: async ({ t, platform }, use) => {
    await use(t)
    await t.db`delete from calendar_feeds where starts_with(url, ${platform.url})`
  },
})

/** A calendar in Airbnb's format; nights as [first day, day of departure], numbered from today. */
export const calendarOf = (...nights: [from: number, until: number][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN',
    ...nights.flatMap(([from, until]) => [
      'BEGIN:VEVENT',
      `UID:${from}@airbnb.com`,
      `DTSTAMP:20260101T000000Z`,
      `DTSTART;VALUE=DATE:${inDays(from).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${inDays(until).replaceAll('-', '')}`,
      'SUMMARY:Reserved',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

export const ical = (home: string, rest = '') => `/calendars/properties/${home}/ical${rest}`
/** Adds a feed to a home. */
export const addFeed = (t: TestApp, owner: TestUser, home: string, url: string, name = 'Airbnb') =>
  t.call('POST', ical(home, '/feeds'), { name, url }, owner)
/** The addresses of a home's calendar for its owner. */
export const shared = async (t: TestApp, owner: TestUser, home: string) =>
  (await t.call('GET', ical(home), undefined, owner)).body.data
/** The path of an absolute URL, for `t.call`. */
export const publicPath = (url: string) => url.replace('http://sejour.test/api/v1', '')
/** Reads a shared calendar with another parser than the service's. */
export const readShared = async (t: TestApp, url: string) => {
  const { status, body, headers } = await t.call('GET', publicPath(url))
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  return (convertIcsCalendar(undefined, body).events ?? []).map(({ uid, summary, start, end }) => ({
    uid,
    summary,
    nights: [start.date.toISOString().slice(0, 10), end?.date.toISOString().slice(0, 10)],
  }))
}
/** The closed days of a home, both inclusive. */
export const closed = async (t: TestApp, home: string) =>
  (
    await t.db<{ start_date: string; end_date: string }[]>`
    select start_date, end_date from closures where property_id = ${home} order by start_date`
  ).map((row) => [row.start_date, row.end_date])
/** Makes every feed due, and reads it. */
export const importOnce = async (t: TestApp) => {
  await t.db`
    update calendar_feeds set next_fetch_at = now()
    where property_id in (select id from properties where currency <> ${NEIGHBOURS_CURRENCY})`
  await t.app.jobs.enqueue(t.db, importFeeds, {})
  await t.drain()
}
/** A quarter of an hour passes for readings that are in doubt. Returns how many there are. */
export const letDoubtsAge = async (t: TestApp) =>
  (await t.db`update calendar_feeds set doubted_at = doubted_at - interval '15 minutes' where doubted_at is not null`)
    .count
/** Reads every feed, and again where nights are in doubt. */
export const importAgain = async (t: TestApp) => {
  await importOnce(t)
  if ((await letDoubtsAge(t)) > 0) await importOnce(t)
}
