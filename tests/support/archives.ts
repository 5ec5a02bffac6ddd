import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { inDays, type TestApp, type TestUser } from './app.ts'
import { describeArrival, setCode } from './arrivals.ts'
import { photo } from './attachments.ts'
import { book, stay } from './booking.ts'
import { close } from './calendars.ts'
import { addSupplement } from './invoices.ts'
import { SEASON } from './world.ts'

/** Archives of companies. */

/** Takes the archive of an account, as a browser does by its address. */
export async function takeArchive(t: TestApp, owner: TestUser): Promise<Buffer> {
  const made = await t.call('POST', '/archive', undefined, owner)
  expect(made.status).toBe(201)
  const { pathname, search } = new URL(made.body.data.url)
  const answer = await t.app.inject({ method: 'GET', url: pathname + search })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return answer.rawPayload
}

/** The files of an archive, by name. */
export async function filesIn(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

// Tests read any property of a line; their assertions fail when it is missing.
// biome-ignore lint/suspicious/noExplicitAny: see above
export const linesOf = (files: Map<string, Buffer>, name: string): any[] =>
  (files.get(name)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** A company with something of each kind: a seller, a home with rates and a photo, a paid stay with its document, money that went back, messages. */
export async function company(t: TestApp) {
  const owner = await t.user()
  const call = async (method: string, url: string, body?: object) => {
    const answer = await t.call(method, url, body, owner)
    expect([url, answer.status, answer.body?.errors]).toEqual([url, expect.toBeOneOf([200, 201]), undefined])
    return answer.body.data
  }
  const home = await t.home(owner, {
    title: 'Cabanon',
    weekend_price: 140,
    cleaning_fee: 40,
    tourist_tax: { per_adult_night: 1.5 },
  })
  const seller = {
    name: 'Rossi SARL',
    address: '1 rue',
    tax_id: 'FR1',
    vat_percent: 10,
    prefix: `R${owner.id}`,
    country: 'FR',
  }
  const { id: seller_id } = await call('POST', '/sellers', seller)
  await call('PUT', `/properties/${home}`, { seller_id })
  await call('PUT', '/company', { name: 'Maisons de Rossi', colour: '#7a2e1d' })
  await call('POST', '/seasons-test', {
    ...SEASON,
    season_start_date: inDays(50),
    season_end_date: inDays(70),
    season_reduction_percent: 20,
    property_id: home,
  })
  await call('POST', `/calendars/properties/${home}/bulk`, {
    action: 'set_price',
    start_date: inDays(40),
    end_date: inDays(45),
    price_per_night: 333,
    min_stay: 2,
  })
  await close(t, owner, home, 80, 84)
  const form = { photo: new Blob([new Uint8Array(await photo())]), alt: 'La mer' }
  expect((await t.form(`/properties/${home}/photos`, form, { token: owner.token })).status).toBe(201)
  await describeArrival(t, owner, home)
  const guest = await t.user({ locale: 'en' })
  const booked = (await book(t, guest, stay(home, 30))).body.data
  await t.deliver(t.pay(booked.payment_url))
  await setCode(t, owner, booked.reservation_id)
  await addSupplement(t, owner, booked.reservation_id, 'Ménage', 25)
  await call('POST', '/messages', { receiver_id: guest.id, reservation_id: booked.reservation_id, content: 'Bonjour' })
  const later = (await book(t, guest, stay(home, 60))).body.data
  await t.deliver(t.pay(later.payment_url))
  await call('POST', `//reservations/change-status-reservation-by-proprio/${later.reservation_id}/cancel`)
  await t.drain()
  return { owner, guest, home, paid: Number(booked.reservation_id), cancelled: Number(later.reservation_id) }
}

/** A ZIP file of these files; with a manifest that fits, or with the one among them. */
export async function rezipped(files: Map<string, Buffer>, isSealed: boolean): Promise<Buffer> {
  const zip = new ZipFile()
  const manifest = JSON.parse(String(files.get('manifest.json') ?? '{}'))
  if (isSealed) {
    const others = [...files].filter(([name]) => name !== 'manifest.json')
    manifest.files = Object.fromEntries(
      others.map(([name, content]) => [name, { bytes: content.length, sha256: sha256(content) }]),
    )
    files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  }
  for (const [name, content] of files) zip.addBuffer(content, name)
  zip.end()
  return buffer(zip.outputStream)
}
