import assert from 'node:assert/strict'
import { z } from 'zod'
import { ask, mailsTo, type Person, payByLink } from './people.ts'
import type { Service } from './service.ts'

/** Ways by which a stay comes, each as docs/company.md tells it. */

/** The name that guests read. */
export const COMPANY = 'Maisons du Mois'
/** The company's own website: guests come back to it after they have paid. */
const SITE = 'https://maisons-du-mois.example'

const booked = z.looseObject({ reservation_id: z.int(), payment_url: z.string() })
const stay = z.looseObject({ id: z.int(), status: z.string(), collected_by: z.string().nullable() })
const list = z.looseObject({ total: z.int() })
const nothing = z.unknown()

export async function nameCompany(service: Service, company: Person): Promise<void> {
  const body = { name: COMPANY, colour: '#1d4e7a', site: `${SITE}/`, legal: 'Maisons du Mois SARL, Paris' }
  await ask(service, company, 'PUT', '/company', { body, as: nothing })
}

interface Days {
  check_in: string
  check_out: string
}

/** A guest books on the company's own website: a quote, the booking with the website's key, and back to the website. */
export async function bookOnWebsite(service: Service, company: Person, property_id: string, days: Days, guest: object) {
  const made = z.looseObject({ key: z.string() })
  const scopes = ['calendar.read', 'reservations.read', 'reservations.write']
  const { key } = await ask(service, company, 'POST', '/api-keys', { body: { name: 'Website', scopes }, as: made })
  const pages = { name: 'Pages', kind: 'publishable', origins: [SITE] }
  await ask(service, company, 'POST', '/api-keys', { body: pages, as: made })
  const website: Person = { name: 'website', email: '', id: 0, token: async () => key }

  const quoted = z.looseObject({ quote_id: z.string(), total: z.number() })
  const wanted = { property_id, ...days, adults: 2 }
  const { quote_id, total } = await ask(service, undefined, 'POST', '/quotes', { body: wanted, as: quoted })
  const body = { quote_id, ...days, adults: 2, guest, hold_minutes: 15, return_url: `${SITE}/thanks` }
  const { reservation_id, payment_url } = await ask(
    service,
    website,
    'POST',
    `/properties/${property_id}/reservations`,
    { body, as: booked, headers: { 'idempotency-key': quote_id } },
  )
  const back = await payByLink(service, payment_url)
  assert.ok(back.startsWith(`${SITE}/thanks?session_id=`), back)
  const { status } = await ask(service, website, 'GET', `/reservations/${reservation_id}`, { as: stay })
  assert.equal(status, 'confirmed')
  return { id: reservation_id, total }
}

/** A guest of Booking.com pays in cash at the door. The law of the seller's country asks for a certified till, which the seller has. */
export async function payAtTheDoor(service: Service, front: Person, id: number, prefix: string, amount: number) {
  const { collected_by } = await ask(service, front, 'GET', `/reservations/${id}`, { as: stay })
  assert.equal(collected_by, 'property')
  const cash = { amount, method: 'cash', received_on: service.today() }
  const place = `/reservations/${id}/payments`
  await ask(service, front, 'POST', place, { body: cash, as: nothing, status: [409] })
  await service.admin('seller', 'allow', prefix, 'cash', 'Rossi has a certified till')
  await ask(service, front, 'POST', place, { body: cash, as: nothing })
}

/** Reads a platform's calendar, and makes a stay of one of its events. */
export async function writeDown(service: Service, front: Person, home: string, url: string, days: Days) {
  const feeds = `/calendars/properties/${home}/ical/feeds`
  const known = z.looseObject({ feeds: z.tuple([z.looseObject({ id: z.int() })]) })
  const { feeds: made } = await ask(service, front, 'POST', feeds, { body: { name: 'Abritel', url }, as: known })
  await service.rest()
  const body = { ...days, adults: 2, guest: { name: 'Sophie Germain' }, total: 300 }
  const stayed = z.looseObject({ reservation_id: z.int() })
  return (await ask(service, front, 'POST', `${feeds}/${made[0].id}/stays`, { body, as: stayed })).reservation_id
}

/** The platform has cancelled: the desk is asked, and cancels. */
export async function cancelAsThePlatform(service: Service, front: Person, id: number): Promise<void> {
  const desk = z.looseObject({ conflicts: list })
  const conflicts = async () => (await ask(service, front, 'GET', '/desk', { as: desk })).conflicts.total
  assert.equal(await conflicts(), 1)
  const body = { refund: 'all', done_at_channel: true, reason: 'The platform has cancelled' }
  await ask(service, front, 'POST', `/reservations/${id}/cancel`, { body, as: nothing })
  await service.rest()
  assert.equal(await conflicts(), 0)
}

/** Checks that guests without an account read the company's name, and nothing of the service, once they have proved their address. */
export async function checkName(service: Service, guests: Iterable<string>): Promise<void> {
  for (const email of guests) {
    if (!email.endsWith('@guest.example')) continue
    const named = (await mailsTo(service, email)).filter(({ from_name }) => from_name === COMPANY)
    assert.ok(named.length > 0, `${email} reads the name of the company`)
    for (const { subject, text } of named) {
      const visible = `${subject}\n${text.replaceAll(/https?:\S+/g, '')}`
      assert.match(visible, new RegExp(COMPANY), `a mail to ${email}`)
      assert.doesNotMatch(visible, /Séjour/, `a mail to ${email}`)
    }
  }
}
