import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { fetch } from 'undici'
import { z } from 'zod'
import type { Expected } from './expected.ts'
import { CODE, COLLECTED, importFile, importStays } from './imports.ts'
import { ask, follow, isPayable, join, mailsTo, type Person, payByLink, register } from './people.ts'
import type { Service } from './service.ts'
import { bookOnWebsite, cancelAsThePlatform, nameCompany, payAtTheDoor, writeDown } from './ways.ts'

/** The work of a rental company in a month. */

const PARIS = '2988507'
const HOMES = 30
const OWNERS = 12
/** The home whose guest pays at the door. Its seller has named a country. */
const DOOR = 15

const booked = z.looseObject({ reservation_id: z.int(), payment_url: z.string().nullable() })
const changed = z.looseObject({
  due: z.number(),
  waived: z.number(),
  refund: z.number(),
  payment_url: z.string().nullable(),
  after: z.looseObject({ total: z.number() }),
})
const listed = z.looseObject({ total: z.int(), items: z.array(z.looseObject({ id: z.unknown() })) })
const desk = z.looseObject({
  conflicts: listed,
  unpaid: listed,
  inquiries: listed,
  messages: listed,
  arrivals: listed,
  occupied: z.int(),
})
const subscribed = z.looseObject({ secret: z.string() })
const nothing = z.unknown()

export interface Month {
  company: Person
  accountant: Person
  owner: Person
  /** A guest who has asked something, and was answered. */
  asker: Person
  homes: string[]
  stays: Map<number, Expected>
  /** Guests by mail address, and how many stays of theirs were confirmed. */
  guests: Map<string, number>
}

interface Platform {
  calendars: Map<string, string>
  url: string
}

export async function playMonth(service: Service, { calendars, url }: Platform): Promise<Month> {
  const today = (offset: number) => service.today(offset)
  const stays = new Map<number, Expected>()
  const guests = new Map<string, number>()

  // The first day: homes, sellers and the team.
  const company = await register(service, 'company')
  await nameCompany(service, company)
  const header =
    'external_id,title,city_id,base_price,cleaning_fee,max_guests,deposit_percent,balance_due_days,cancellation_policy,instant_book,tourist_tax,registration_number'
  const rows = Array.from(
    { length: HOMES },
    (_, index) => `H${index},Home ${index},${PARIS},100,40,4,30,5,moderate,${index !== 7},1.00,13201${index}`,
  )
  const made = await importFile(service, company, 'properties', [header, ...rows])
  const homes = (made.homes ?? []).map(({ property_id }) => property_id ?? '')
  assert.equal(new Set(homes).size, HOMES)
  const home = (index: number): string => homes[index] ?? ''
  for (let owner = 0; owner < OWNERS; owner++) {
    const seller = {
      name: `Owner ${owner}`,
      address: `${owner} rue de la Paix\nParis`,
      tax_id: `FR${owner}`,
      vat_percent: 10,
      prefix: `OWN${owner}`,
      ...(owner === DOOR % OWNERS && { country: 'FR' }),
    }
    const { id } = await ask(service, company, 'POST', '/sellers', { body: seller, as: z.looseObject({ id: z.int() }) })
    for (let index = owner; index < HOMES; index += OWNERS)
      await ask(service, company, 'PUT', `/properties/${home(index)}`, { body: { seller_id: id }, as: nothing })
  }
  const before = await importStays(service, company, homes)
  guests.set(COLLECTED, 1)
  const welcome = { en: 'Hello {guest_name}, you are expected on {check_in}.', fr: 'Bonjour {guest_name}, à bientôt.' }
  await ask(service, company, 'POST', '/message-templates', {
    body: { name: 'Before arrival', trigger: 'arrival', days: -2, hour: 0, texts: welcome },
    as: nothing,
  })
  await join(service, company, 'manager', 'manager', null)
  const front = await join(service, company, 'desk', 'desk', null)
  await join(service, company, 'evening', 'desk', homes.slice(0, 10))
  const accountant = await join(service, company, 'accountant', 'accountant', null)
  const owner = await join(service, company, 'rossi', 'owner', [home(0), home(12)])
  for (const name of ['bianchi', 'verdi']) await join(service, company, name, 'owner', [home(name === 'verdi' ? 1 : 2)])

  const hand = async (index: number, from: number, nights: number, body: object) => {
    const days = { check_in: today(from), check_out: today(from + nights), adults: 2 }
    const request = { body: { ...days, ...body }, as: booked }
    return ask(service, front, 'POST', `/properties/${home(index)}/reservations`, request)
  }
  const priceOf = (nights: number) => nights * 100 + 40 + nights * 2
  const change = (id: number, body: object) =>
    ask(service, front, 'POST', `/reservations/${id}/change`, {
      body: { reason: 'The guest has called', ...body },
      as: changed,
    })
  const met = (email: string) => guests.set(email, (guests.get(email) ?? 0) + 1)

  // The second day: telephone, website, channel, inquiry.
  await service.pass(1)
  const byPhone = await hand(3, 6, 4, {
    guest: { name: 'Ada Lovelace', email: 'ada@guest.example', phone: '+44 20 7946 0000' },
  })
  await payByLink(service, byPhone.payment_url ?? '')
  met('ada@guest.example')
  const grace = await register(service, 'grace')
  const web = await ask(service, grace, 'POST', '/reservations', {
    body: { property_id: home(4), check_in: today(8), check_out: today(12), adults: 2 },
    as: booked,
  })
  await payByLink(service, web.payment_url ?? '')
  met(grace.email)
  const { secret } = await ask(service, company, 'POST', `/webhook/${home(5)}/create`, { body: {}, as: subscribed })
  await sell(service, secret, {
    ...{ booking_id: 'B1', ota_name: 'Airbnb', ota_reservation_code: 'HM1', amount: '333.00' },
    ...{ arrival_date: today(5), departure_date: today(8), customer: { name: 'Joan', surname: 'Clarke' } },
  })
  const visitor = { name: 'Sonya Kovalevsky', email: 'sonya@guest.example' }
  const onSite = { check_in: today(6), check_out: today(9) }
  const website = await bookOnWebsite(service, company, home(13), onSite, visitor)
  met(visitor.email)
  const ofDoor = await ask(service, company, 'POST', `/webhook/${home(DOOR)}/create`, { body: {}, as: subscribed })
  await sell(service, ofDoor.secret, {
    ...{ booking_id: 'B3', ota_name: 'Booking.com', ota_reservation_code: 'BDC3', amount: '420.00' },
    ...{ arrival_date: today(5), departure_date: today(9), payment_collect: 'property' },
    customer: { name: 'Emilie', surname: 'du Chatelet' },
  })
  // A booking that was imported: its channel knows the price better, and the company keeps its note.
  const known = await ask(service, company, 'POST', `/webhook/${home(12)}/create`, { body: {}, as: subscribed })
  const [tookOver] = [...before].flatMap(([id, { home: place }]) => (place === home(12) ? [id] : []))
  const days = { arrival_date: today(8), departure_date: today(10) }
  const customer = { name: 'Mary', surname: 'Jackson' }
  const again = { booking_id: 'B2', ota_name: 'Booking.com', ota_reservation_code: CODE, amount: '260.00' }
  await sell(service, known.secret, { ...again, ...days, customer })
  const noted = z.looseObject({ note: z.string(), price: z.looseObject({ total: z.number() }) })
  const adopted = await ask(service, front, 'GET', `/reservations/${tookOver}`, { as: noted })
  assert.deepEqual([adopted.note, adopted.price.total], ['Asked for a cot', 260])
  const found = async (code: string) => {
    const request = { as: z.array(z.looseObject({ id: z.int() })) }
    const [first] = await ask(service, front, 'GET', `/reservations?as=owner&q=${code}`, request)
    assert.ok(first, `the booking ${code} of the channel`)
    return first
  }
  const [fromChannel, atDoor] = [await found('HM1'), await found('BDC3')]
  const alan = await register(service, 'alan')
  const inquiry = await ask(service, alan, 'POST', '/reservations', {
    body: {
      property_id: home(7),
      check_in: today(10),
      check_out: today(13),
      adults: 2,
      inquiry: true,
      message: 'Is there a bath?',
    },
    as: z.looseObject({ reservation_id: z.int() }),
  })
  assert.equal((await ask(service, front, 'GET', '/desk', { as: desk })).inquiries.total, 1)
  const answer = { receiver_id: alan.id, reservation_id: inquiry.reservation_id, content: 'There is.' }
  await ask(service, front, 'POST', '/messages', { body: answer, as: nothing })
  await ask(
    service,
    front,
    'POST',
    `/reservations/change-status-reservation-by-proprio/${inquiry.reservation_id}/accepted`,
    { as: nothing },
  )
  await service.rest()
  const accepted = (await mailsTo(service, alan.email))
    .map(({ text }) => /https?:\S+\/pay\/\S+/.exec(text)?.[0])
    .find(Boolean)
  await payByLink(service, accepted ?? '')
  met(alan.email)

  // The third day: a stay that is paid by transfer, and a lamp.
  await service.pass(1)
  const later = await hand(6, 10, 5, { pay: 'later', guest: { name: 'Mary Shelley', email: 'mary@guest.example' } })
  met('mary@guest.example')
  await service.pass(1)
  const transfer = { amount: priceOf(5) * 0.3, method: 'transfer', received_on: today(0), note: 'Bank statement 12' }
  await ask(service, front, 'POST', `/reservations/${later.reservation_id}/payments`, { body: transfer, as: nothing })

  // Changes: longer, shorter, one guest more; and a relocation.
  const longer = await change(web.reservation_id, { check_out: today(11) })
  assert.equal(longer.due, 102)
  await payByLink(service, longer.payment_url ?? '')
  const shorter = await change(byPhone.reservation_id, { check_out: today(7) })
  assert.deepEqual([shorter.waived, shorter.refund], [102, 0])
  await change(inquiry.reservation_id, { adults: 3 })
  const moved = await change(inquiry.reservation_id, { property_id: home(8) })
  assert.equal(moved.after.total, 349)

  // A platform sells nights of a stay, and corrects its calendar: a conflict opens and closes. Another sells a stay, and cancels it.
  const others = [
    [today(40), today(43)],
    [today(50), today(54)],
  ] as const
  calendars.set('/first.ics', calendarOf([today(5), today(7)], ...others))
  await ask(service, front, 'POST', `/calendars/properties/${home(4)}/ical/feeds`, {
    body: { name: 'Platform', url: `${url}/first.ics` },
    as: nothing,
  })
  const sold = { check_in: today(12), check_out: today(15) }
  calendars.set('/second.ics', calendarOf([sold.check_in, sold.check_out], ...others))
  const byCalendar = await writeDown(service, front, home(14), `${url}/second.ics`, sold)
  await service.rest()
  assert.equal((await ask(service, front, 'GET', '/desk', { as: desk })).conflicts.total, 1)
  await service.pass(1)
  for (const name of calendars.keys()) calendars.set(name, calendarOf(...others))
  await service.pass(1)
  await cancelAsThePlatform(service, front, byCalendar)

  // An owner stays at home, and a guest cancels.
  await ask(service, owner, 'POST', `/calendars/properties/${home(0)}/owner-stays`, {
    body: { start_date: today(3), end_date: today(6), name: 'Famille Rossi', guests: 4 },
    as: nothing,
  })
  const cancelled = await hand(9, 20, 3, { guest: { name: 'Emmy Noether', email: 'emmy@guest.example' } })
  await payByLink(service, cancelled.payment_url ?? '')
  met('emmy@guest.example')
  const back = { refund: { amount: 50 }, reason: 'The guest has called' }
  await ask(service, front, 'POST', `/reservations/${cancelled.reservation_id}/cancel`, { body: back, as: nothing })
  await service.rest()

  // The guests come, a lamp breaks, and they leave. Balances are charged or asked for, each on its day.
  for (let day = 0; day < 14; day++) {
    await service.pass(1)
    for (const [email] of guests) await payBalances(service, email)
    if (day === 1) await payAtTheDoor(service, front, atDoor.id, `OWN${DOOR % OWNERS}`, 420)
    if (day === 6) await lamp(service, front, web.reservation_id)
  }
  await service.pass(11)
  const [phone, long, channel, asked, hand1] = [priceOf(3), priceOf(5), 333, 349, priceOf(5)]
  const completed = (index: number, total: number, kept: number): Expected => ({
    status: 'completed',
    home: home(index),
    total,
    kept,
  })
  for (const [id, expected] of before) stays.set(id, expected)
  stays.set(byPhone.reservation_id, { ...completed(3, phone, phone), message: 'sent' })
  stays.set(web.reservation_id, { ...completed(4, long, long + 45), message: 'sent' })
  // Without a channel manager, nobody can write to the guest of a channel.
  stays.set(fromChannel.id, { ...completed(5, channel, 0), message: 'skipped' })
  stays.set(website.id, { ...completed(13, website.total, website.total), message: 'sent' })
  stays.set(atDoor.id, { ...completed(DOOR, 420, 420), elsewhere: 420, message: 'skipped' })
  stays.set(byCalendar, { status: 'cancelled', home: home(14), total: 300, kept: 0, message: 'none' })
  stays.set(inquiry.reservation_id, { ...completed(8, asked, asked), message: 'sent' })
  stays.set(later.reservation_id, {
    ...completed(6, hand1, hand1),
    elsewhere: transfer.amount,
    message: 'sent',
  })
  stays.set(cancelled.reservation_id, {
    status: 'cancelled',
    home: home(9),
    total: priceOf(3),
    kept: round(priceOf(3) * 0.3 - 50),
    message: 'none',
  })
  return { company, accountant, owner, asker: alan, homes, stays, guests }
}

const round = (euros: number): number => Math.round(euros * 100) / 100

/** Pays what a guest was asked for by mail and has not paid yet. */
async function payBalances(service: Service, email: string): Promise<void> {
  const links = (await mailsTo(service, email)).flatMap(({ text }) => text.match(/https?:\S+\/pay\/[\w-]+/g) ?? [])
  for (const link of new Set(links)) {
    const page = await fetch(link)
    await page.text()
    // The link of a payment that was replaced leads to its successor.
    if (await isPayable(page.url)) await payByLink(service, page.url)
  }
}

/** A booking of a channel arrives by its webhook. */
async function sell(service: Service, secret: string, booking: object): Promise<void> {
  const now = new Date().toISOString()
  const occupancy = { adults: 2, children: 0, infants: 0 }
  const payload = { revision_id: randomUUID(), status: 'new', currency: 'EUR', occupancy, inserted_at: now, ...booking }
  await ask(service, undefined, 'POST', '/webhook/notifications', {
    body: { event: 'booking', user_id: null, timestamp: now, payload },
    as: nothing,
    headers: { 'x-webhook-secret': secret },
  })
  await service.rest()
}

async function lamp(service: Service, front: Person, id: number): Promise<void> {
  await ask(service, front, 'POST', `/reservations/${id}/supplements`, {
    body: { label: 'A lamp', amount: 45 },
    as: nothing,
  })
  const bill = z.looseObject({ invoice_url: z.string() })
  const { invoice_url } = await ask(service, front, 'POST', `/reservations/${id}/invoice?is_supplement=true`, {
    as: bill,
  })
  await follow(invoice_url, 'GET')
  await payByLink(service, invoice_url)
}

/** A calendar with an event for each range of days. */
function calendarOf(...ranges: (readonly [from: string, to: string])[]): string {
  const day = (text: string) => text.replaceAll('-', '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Platform//EN',
    ...ranges.flatMap(([from, to]) => [
      ...['BEGIN:VEVENT', `UID:${from}@platform.example`, 'DTSTAMP:20260101T000000Z', 'SUMMARY:Reserved'],
      ...[`DTSTART;VALUE=DATE:${day(from)}`, `DTEND;VALUE=DATE:${day(to)}`, 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
    '',
  ]
  return lines.join('\r\n')
}
