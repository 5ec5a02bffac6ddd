import { expect } from 'vitest'
import { mailedLink } from '../../src/bookings/states/stay-link.ts'
import { inDays, type TestApp, type TestUser } from './app.ts'

/** Pages of stays, and guests without an account. */

export const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', language: 'en' }
const BROWSER = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }

/** A stay that a company has booked for a guest without an account, confirmed at once; `link`: as it is mailed, or fetched by the company. */
export async function bookedByHand(
  t: TestApp,
  { guest = ADA, from = 30, fields = {} }: { guest?: object; from?: number; fields?: object } = {},
) {
  const owner = await t.user()
  const home = await t.home(owner, { title: 'Casa', address: '1, rue <Neuve>', base_price: 100, ...fields })
  const days = { check_in: inDays(from), check_out: inDays(from + 3), adults: 2 }
  const body = { ...days, guest, pay: 'later' }
  const booked = await t.call('POST', `/properties/${home}/reservations`, body, owner)
  expect([booked.status, booked.body]).toEqual([201, expect.anything()])
  await t.drain()
  const id = Number(booked.body.data.reservation_id)
  const fetched = await linksOf(t, owner, id)
  const email = 'email' in guest ? String(guest.email) : undefined
  const link = email === undefined ? fetched.link : await mailedTo(t, id, email)
  return { owner, home, id, link, travel: fetched.travel, fetched: fetched.link }
}

/** The path of the link that is mailed to the address of a guest. */
export async function mailedTo(t: TestApp, id: number, email: string) {
  const [stay] = await t.db<{ link_version: number }[]>`select link_version from reservations where id = ${id}`
  const linked = { id, link_version: stay?.link_version ?? 1, has_grants: true }
  return mailedLink(t.app, linked, { email, email_scopes: null }).replace('http://sejour.test/api/v1', '')
}

/** The paths of the links of a stay. */
export async function linksOf(t: TestApp, user: Pick<TestUser, 'token'>, id: number) {
  const { body } = await t.call('GET', `/reservations/${id}/link`, undefined, user)
  const path = (url: string) => url.replace('http://sejour.test/api/v1', '')
  return { link: path(body.data.url), travel: path(body.data.travel_url) }
}

/** Makes the address of a stay a proved one, as a form does that comes by the mailed link. */
export async function prove(t: TestApp, id: number, email = ADA.email) {
  await t.call('POST', `${await mailedTo(t, id, email)}/codes`)
  await t.drain()
}

/** A page as a browser shows it. */
export const browse = (t: TestApp, link: string, locale: 'fr' | 'en' = 'en') =>
  t.call('GET', link, undefined, { headers: { accept: 'text/html' }, locale })

/** Sends a form of the page, as a browser does. */
export const send = (t: TestApp, link: string, form: string, fields: Record<string, string> = {}) =>
  t.call('POST', `${link}/${form}`, new URLSearchParams(fields).toString(), { headers: BROWSER, locale: 'en' })

export const read = async (t: TestApp, link: string) => (await t.call('GET', link)).body.data

/** The newest code that was mailed to an address. */
export async function codeFor(t: TestApp, to: string): Promise<string> {
  await t.drain()
  // The newest is the first.
  const mails = (await t.mails(to)).filter(({ subject }) => /code/i.test(subject))
  return mails.flatMap(({ text }) => /\b(\d{6})\b/.exec(text)?.[1] ?? [])[0] ?? ''
}
