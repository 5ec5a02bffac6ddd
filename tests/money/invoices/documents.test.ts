import { globSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { sweepOrphans } from '../../../src/platform/storage/jobs.ts'
import { isolated, type TestApp, test } from '../../support/app.ts'
import { reserved } from '../../support/payments.ts'

async function invoiced(t: TestApp) {
  const people = await reserved(t)
  await t.deliver(t.pay(people.url))
  const answer = await t.call('POST', `/reservations/${people.id}/invoice`, undefined, people.guest)
  const link = `${new URL(answer.body.data.invoice_url).pathname}.pdf`
  return { ...people, link, name: `documents/${link.split('/').at(-1)}` }
}

const open = (t: TestApp, url: string) => t.app.inject({ url })

/** The names of the files that are written from now on. */
function written(t: TestApp): string[] {
  const { files } = t.app.storage
  const names: string[] = []
  const write = files.write.bind(files)
  files.write = async (name, content) => {
    names.push(name)
    await write(name, content)
  }
  return names
}

describe('a document as data', () => {
  test.extend({ env: { SELLER_VAT_PERCENT: '10', SELLER_NAME: 'Séjour SARL' } })(
    'has its parties, lines, VAT by rate and total at an address of its own, and the owner’s list has them too',
    async ({ t }) => {
      const { link, id, owner, guest } = await invoiced(t)
      const answer = await open(t, link.replace(/\.pdf$/, '.json'))
      expect(answer.headers).toMatchObject({
        'content-type': expect.stringMatching(/^application\/json/),
        'cache-control': 'private, no-store',
      })
      const { data } = answer.json()
      expect(data).toMatchObject({
        ...{ kind: 'invoice', reservation_id: id, currency: 'EUR', total: 300 },
        seller: { name: 'Séjour SARL' },
        buyer: { name: 'Ada Lovelace' },
        lines: [{ label: expect.stringContaining('Casa'), amount: 300, vat_percent: 10, vat: 27.27 }],
        vat: [{ amount: 300, vat_percent: 10, vat: 27.27 }],
      })
      expect(JSON.stringify(data)).not.toContain(guest.email)
      const [listed] = (await t.call('GET', '/mirror/invoices', undefined, owner)).body.data
      expect(listed).toMatchObject({ number: data.number, lines: data.lines, vat: data.vat, total: 300 })
      expect(listed).not.toHaveProperty('buyer')
    },
  )
})

describe('the PDF of a document', () => {
  isolated('is made once, however many ask, and kept', async ({ t }) => {
    const { link, name } = await invoiced(t)
    const names = written(t)
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(t, link)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(names).toEqual([name])
    const [first] = answers
    expect(first?.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^inline; filename="\d{4}-000001\.pdf"$/),
      'content-length': String(first?.rawPayload.length),
    })
    const text = first?.rawPayload.toString('latin1') ?? ''
    expect(text).toMatch(/^%PDF-/)
    // Screen readers know its language and its parts.
    for (const mark of ['/Lang (', '/StructTreeRoot', '/S /H1']) expect(text).toContain(mark)
    const again = await open(t, link)
    expect(again.rawPayload.equals(first?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    expect(names).toHaveLength(1)
    // Another node with files of its own, or files that were lost.
    await t.app.storage.files.remove(name)
    expect((await open(t, link)).statusCode).toBe(200)
    expect(names).toHaveLength(2)
  })

  test('stays when orphans are swept; that of no document goes', async ({ t }) => {
    const { link, name } = await invoiced(t)
    await open(t, link)
    const { files } = t.app.storage
    const orphans = ['documents/00000000-0000-4000-8000-000000000000.pdf', 'documents/1234.pdf']
    for (const orphan of orphans) await files.write(orphan, Buffer.from('x'))
    const facts = files.list.bind(files)
    files.list = async function* (folder, start) {
      for await (const page of facts(folder, start)) yield page.map((file) => ({ ...file, modified: new Date(0) }))
    }
    await t.app.jobs.enqueue(t.db, sweepOrphans, {})
    await t.drain()
    expect(await files.facts(name)).toBeDefined()
    for (const orphan of orphans) expect(await files.facts(orphan)).toBeUndefined()
  })

  isolated('is opened sixty times a minute from one address, as page or as file', async ({ t }) => {
    const { link } = await invoiced(t)
    for (const url of [link, link.replace(/\.pdf$/, '')]) {
      const answers = []
      for (let count = 0; count < 61; count++) answers.push(await open(t, url))
      expect(answers.slice(0, 60).every(({ statusCode }) => statusCode === 200)).toBe(true)
      expect(answers[60]?.statusCode).toBe(429)
      expect(Number(answers[60]?.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

test('a PDF is made in a thread of its own: nothing that the service loads can make one', () => {
  const importers = globSync('src/**/*.ts').filter((file) =>
    /from '(pdfkit|.*\/pdf\.ts)'/.test(readFileSync(file, 'utf8')),
  )
  expect(importers.toSorted()).toEqual(['src/money/invoices/pdf-worker.ts', 'src/money/invoices/pdf.ts'])
  const workers = globSync('src/**/*.ts').filter((file) => /from '.*-worker\.ts'/.test(readFileSync(file, 'utf8')))
  expect(workers.filter((file) => file.includes('invoices'))).toEqual([])
})

test('a stay has a hundred supplements, however many are added at once', async ({ t }) => {
  const { owner, id, url } = await reserved(t)
  await t.deliver(t.pay(url))
  const add = (label: string) =>
    t.call('POST', `/reservations/${id}/supplements`, { label, amount: 1 }, { ...owner, locale: 'en' })
  const answers = await Promise.all(Array.from({ length: 110 }, (_, index) => add(`s${index}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(10)
  expect(refused[0]?.body.message).toBe('A stay can have at most 100 supplements.')
  const list = await t.call('GET', `/reservations/${id}/supplements`, undefined, owner)
  expect(list.body.data).toHaveLength(100)
  // One that is deleted makes room.
  await t.call('DELETE', `/reservations/${id}/supplements/${list.body.data[0].id}`, undefined, owner)
  expect((await add('late')).status).toBe(201)
  expect((await add('later')).status).toBe(409)
})
