import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { importArchive } from '../../../src/operations/archive/import.ts'
import { test as base, inDays, startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { company, filesIn, linesOf, rezipped, sha256, takeArchive } from '../../support/archives.ts'
import { openFile } from '../../support/attachments.ts'
import { book, stay } from '../../support/booking.ts'
import { calendar } from '../../support/calendars.ts'
import { exported } from '../../support/exports.ts'
import { temporaryFolder } from '../../support/folders.ts'

/** Two installations, and a folder for what goes from one to the other. */
const test = base.extend<{ other: TestApp; folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  other: async ({}, use) => {
    const other = await startApp({ PUBLIC_URL: 'http://other.test' })
    await use(other)
    await other.close()
  },
  folder: temporaryFolder,
})

const write = (folder: string, archive: Buffer): string => {
  const file = path.join(folder, 'archive.zip')
  writeFileSync(file, archive)
  return file
}

const priceOf = async (t: TestApp, property_id: string, from: number) => {
  const days = { check_in: inDays(from), check_out: inDays(from + 3), adults: 2 }
  return (await t.call('POST', '/quotes', { property_id, ...days })).body.data.total
}

/** Days with what guests are told of them. */
const daysOf = async (t: TestApp, home: string) =>
  (await calendar(t, home, 1, 90)).map((day) => ({ ...day, season_id: undefined }))

const EXPORTED = [
  ...['status', 'source', 'check_in', 'check_out', 'adults', 'guest_name', 'guest_email'],
  ...['total', 'cleaning', 'tourist_tax', 'currency'],
]

/** Stays as the company exports them, without numbers and money. */
const staysOf = async (t: TestApp, owner: TestUser) =>
  (await exported(t, owner, '/exports/reservations.csv')).rows.map((row) =>
    Object.fromEntries(EXPORTED.map((name) => [name, row[name]])),
  )

const countsOf = async ({ db }: TestApp) =>
  (
    await db`select (select count(*) from properties)::int as homes, (select count(*) from reservations)::int as stays, (select count(*) from sellers)::int as sellers,
      (select count(*) from history_entries)::int as entries, (select count(*) from imported_archives)::int as archives,
      (select count(*) from companies)::int as companies`
  )[0]

describe('an imported archive', () => {
  test('is the same company in another installation', async ({ t, other, folder }) => {
    const { owner, home } = await company(t)
    const archive = await takeArchive(t, owner)
    const files = await filesIn(archive)
    await other.user()
    const there = await other.user()
    const imported = await importArchive(other.app, write(folder, archive), there.email)
    expect(imported).toMatchObject({ homes: 1, photos: 1, stays: 2, documents: 3, left_out: [] })

    const [mine] = (await other.call('GET', '/properties/mine', undefined, there)).body.data
    const shown = async (app: TestApp, id: string, user: TestUser) => {
      const { body } = await app.call('GET', `/properties/${id}`, undefined, user)
      const {
        id: _id,
        owner: _owner,
        url: _url,
        seller_id,
        photos,
        external_id,
        created_at: _created,
        updated_at: _updated,
        ...fields
      } = body.data
      return { ...fields, has_seller: seller_id !== null, alts: photos.map(({ alt }: { alt: string }) => alt) }
    }
    expect(await shown(other, mine.id, there)).toEqual(await shown(t, home, owner))
    for (const from of [3, 40, 52, 66])
      expect(await priceOf(other, mine.id, from), String(from)).toEqual(await priceOf(t, home, from))
    expect(await daysOf(other, mine.id)).toEqual(await daysOf(t, home))

    expect(await staysOf(other, there)).toEqual(await staysOf(t, owner))

    const history = (await other.call('GET', '/archive/history?per_page=50', undefined, there)).body.data
    const documents = linesOf(files, 'documents.jsonl')
    const listed = (await t.call('GET', '/invoices', undefined, owner)).body.data
    for (const { number, issued_on, total, buyer, kind } of listed) {
      const entry = history.find((one: { number: string }) => one.number === number)
      expect(entry).toMatchObject({ kind, on_day: issued_on, amount: total, buyer, property_id: mine.id })
      const { status, content } = await openFile(other, entry.document_url, there)
      expect([status, content.equals(files.get(`documents/${number}.pdf`) ?? Buffer.of())]).toEqual([200, true])
      expect((await openFile(other, entry.document_url, await other.user())).status).toBe(404)
    }
    expect(history.filter(({ number }: { number: string | null }) => number !== null)).toHaveLength(documents.length)
    const sum = (kind: string) =>
      history.reduce(
        (cents: number, one: { kind: string; amount: number }) =>
          cents + (one.kind === kind ? Math.round(one.amount * 100) : 0),
        0,
      )
    expect([{ currency: 'EUR', received_cents: sum('receipt'), returned_cents: sum('refund') }]).toEqual(
      JSON.parse(String(files.get('manifest.json'))).money,
    )
    // Nothing of it is money or a document of this installation.
    expect((await other.call('GET', '/invoices', undefined, there)).body.data).toEqual([])
    expect(await other.db`select 1 from payments union all select 1 from receipts`).toEqual([])

    // The numbers of the seller go on, and none is given out a second time.
    const guest = await other.user({ locale: 'en' })
    const booked = (await book(other, guest, stay(mine.id, 10))).body.data
    await other.deliver(other.pay(booked.payment_url))
    const [next] = (await other.call('GET', '/invoices', undefined, there)).body.data
    const numbers = documents.map(({ number }) => Number(number.split('-').at(-1)))
    expect(Number(next.number.split('-').at(-1))).toBe(Math.max(...numbers) + 1)
  })

  test('changes nothing a second time, and needs an empty account', async ({ t, other, folder }) => {
    const { owner } = await company(t)
    const file = write(folder, await takeArchive(t, owner))
    const there = await other.user()
    await importArchive(other.app, file, there.email)
    const before = await countsOf(other)
    await expect(importArchive(other.app, file, there.email)).rejects.toThrow(/was imported at/)
    await expect(importArchive(other.app, file, (await other.user()).email)).rejects.toThrow(/was imported at/)
    const again = write(folder, await takeArchive(t, owner))
    await expect(importArchive(other.app, again, there.email)).rejects.toThrow(/has homes already/)
    // The seller's prefix is taken: nothing of the other parts is left.
    await expect(importArchive(other.app, again, (await other.user()).email)).rejects.toThrow(
      /prefix R\d+ of a seller is taken/,
    )
    await expect(importArchive(other.app, again, 'nobody@example.org')).rejects.toThrow(/No account/)
    const unverified = await other.user({ verified: false })
    await expect(importArchive(other.app, again, unverified.email)).rejects.toThrow(/not verified/)
    expect(await countsOf(other)).toEqual(before)
  })

  test('is imported once, also by two at once', async ({ t, other, folder }) => {
    const { owner } = await company(t)
    await t.call('DELETE', '/company', undefined, owner)
    const file = write(folder, await takeArchive(t, owner))
    const [one, two] = [await other.user(), await other.user()]
    const before = await countsOf(other)
    const outcomes = await Promise.allSettled([one, one, two].map(({ email }) => importArchive(other.app, file, email)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await countsOf(other)).toMatchObject({
      archives: 1,
      homes: Number(before?.homes) + 1,
      stays: Number(before?.stays) + 2,
    })
  })

  test('carries what it brought into the next one', async ({ t, other, folder }) => {
    const { owner } = await company(t)
    const archive = await takeArchive(t, owner)
    const there = await other.user()
    await importArchive(other.app, write(folder, archive), there.email)
    const [first, second] = [await filesIn(archive), await filesIn(await takeArchive(other, there))]
    const numbers = (files: Map<string, Buffer>) =>
      linesOf(files, 'documents.jsonl').map(({ number, amount_cents }) => [number, amount_cents])
    expect(numbers(second)).toEqual(numbers(first))
    const pdfs = (files: Map<string, Buffer>) =>
      linesOf(files, 'documents.jsonl').map(({ file }) => sha256(files.get(file) ?? Buffer.of()))
    expect(pdfs(second)).toEqual(pdfs(first))
    expect(JSON.parse(String(second.get('manifest.json'))).money).toEqual(
      JSON.parse(String(first.get('manifest.json'))).money,
    )
  })
})

describe('refused, with nothing written, is', () => {
  const changed = async (files: Map<string, Buffer>, change: (files: Map<string, Buffer>) => void, seals = true) => {
    const copy = new Map(files)
    change(copy)
    return rezipped(copy, seals)
  }

  test('an archive that is not as it was written', async ({ t, other, folder }) => {
    const { owner } = await company(t)
    const archive = await takeArchive(t, owner)
    const files = await filesIn(archive)
    const there = await other.user()
    const before = await countsOf(other)
    const manifest = JSON.parse(String(files.get('manifest.json')))
    const withManifest = (change: object) => (copy: Map<string, Buffer>) =>
      void copy.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...change })))
    const line = (name: string, from: string, to: string) => (copy: Map<string, Buffer>) =>
      void copy.set(name, Buffer.from(String(copy.get(name)).replace(from, to)))
    const [photo = ''] = [...files.keys()].filter((name) => name.startsWith('files/properties/'))
    const [pdf = ''] = [...files.keys()].filter((name) => name.startsWith('documents/'))
    const cases: [RegExp, Buffer | Promise<Buffer>][] = [
      [/no ZIP file/, archive.subarray(0, archive.length - 500)],
      [/no ZIP file/, Buffer.from('hello')],
      [/was altered/, changed(files, line('stays.jsonl', 'confirmed', 'cancelled'), false)],
      [/no manifest/, changed(files, (copy) => void copy.delete('manifest.json'), false)],
      [/lacks homes.jsonl/, changed(files, (copy) => void copy.delete('homes.jsonl'), false)],
      [/does not know more.txt/, changed(files, (copy) => void copy.set('more.txt', Buffer.from('x')), false)],
      [/version 2/, changed(files, withManifest({ version: 2 }), false)],
      [/no archive of a company/, changed(files, withManifest({ format: 'other' }), false)],
      [/line 1 of homes.jsonl is not understood/, changed(files, line('homes.jsonl', '"seasons"', '"winters"'))],
      [
        /home Cabanon is not understood: .*max_guests/s,
        changed(files, line('homes.jsonl', '"max_guests": 4', '"max_guests": 0')),
      ],
      [
        /seasons_check/,
        changed(files, line('homes.jsonl', `"end_date": "${inDays(70)}"`, `"end_date": "${inDays(2)}"`)),
      ],
      [/no PDF/, changed(files, (copy) => void copy.set(pdf, Buffer.from('<html>')))],
      [/is too large/, changed(files, (copy) => void copy.set(pdf, Buffer.alloc(40 * 1024 ** 2)))],
      [/photo/, changed(files, (copy) => void copy.set(photo, Buffer.from('no picture')))],
      [/does not sum/, changed(files, line('money.jsonl', '"amount_cents": ', '"amount_cents": 1'))],
      [
        /no ZIP file|list of files is broken/,
        changed(files, (copy) => void copy.set('zeros.bin', Buffer.alloc(0))).then((whole) =>
          renamed(whole, 'zeros.bin', '../../etc'),
        ),
      ],
    ]
    for (const [text, content] of cases)
      await expect(importArchive(other.app, write(folder, await content), there.email), String(text)).rejects.toThrow(
        text,
      )
    expect(await countsOf(other)).toEqual(before)
    expect(await filesOf(other)).toEqual([])
  })
})

/** A ZIP file with another name, of the same length, in both places where it stands. */
const renamed = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

async function filesOf({ app }: TestApp): Promise<string[]> {
  const names: string[] = []
  for (const folder of ['properties', 'documents', 'companies'])
    for await (const page of app.storage.files.list(folder, '')) names.push(...page.map(({ name }) => name))
  return names
}
