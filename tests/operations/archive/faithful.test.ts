import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { importArchive } from '../../../src/operations/archive/import.ts'
import { alone, inDays, startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { filesIn, linesOf, takeArchive } from '../../support/archives.ts'
import { openFile } from '../../support/attachments.ts'
import { book, stay } from '../../support/booking.ts'
import { cardOf, paidByHand } from '../../support/kept-cards.ts'

/** Brings the company of an account into a new account of another installation. */
async function bring(from: TestApp, owner: TestUser, to: TestApp) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sejour-archive-'))
  try {
    const archive = await takeArchive(from, owner)
    const file = path.join(folder, 'archive.zip')
    writeFileSync(file, archive)
    const there = await to.user()
    const imported = await importArchive(to.app, file, there.email)
    return { files: await filesIn(archive), there, imported }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function withOther(work: (other: TestApp) => Promise<void>) {
  const other = await startApp({ PUBLIC_URL: 'http://other.test' })
  try {
    await work(other)
  } finally {
    await other.close()
  }
}

async function sell(t: TestApp, home: string, from: number) {
  const booked = (await book(t, await t.user(), stay(home, from))).body.data
  await t.deliver(t.pay(booked.payment_url))
  await t.drain()
}

alone('the same number of two installations is two documents, also in the next archive', async ({ t }) => {
  await withOther(async (other) => {
    const owner = await t.user()
    await sell(t, await t.home(owner), 30)
    const { there, files } = await bring(t, owner, other)
    const [mine] = (await other.call('GET', '/properties/mine', undefined, there)).body.data
    await sell(other, mine.id, 60)
    const back = await bring(other, there, t)
    const last = await bring(t, back.there, other)
    const [{ number }] = linesOf(files, 'documents.jsonl')
    const numbers = (one: Map<string, Buffer>) => linesOf(one, 'documents.jsonl').map((line) => line.number)
    expect([numbers(back.files), numbers(last.files)]).toEqual([
      [number, number],
      [number, number],
    ])
    const listed = (await other.call('GET', `/archive/history?number=${number}`, undefined, last.there)).body.data
    const shown = await Promise.all(
      listed.map(
        async ({ document_url }: { document_url: string }) => (await openFile(other, document_url, last.there)).content,
      ),
    )
    const issued = linesOf(back.files, 'documents.jsonl').map(({ file }) => back.files.get(file))
    const inOrder = (all: (Buffer | undefined)[]) => all.map((content) => content?.toString('base64')).toSorted()
    expect(inOrder(shown)).toEqual(inOrder(issued))
    expect(new Set(inOrder(shown)).size).toBe(2)
  })
})

alone('history of money has no words about a guest, whose documents are their data', async ({ t }) => {
  await withOther(async (other) => {
    const { owner, id } = await paidByHand(t)
    const of = t.db`select id from payments where reservation_id = ${id}`
    await t.db`update receipts set note = 'Ada was ill' where payment_id in (${of})`
    const { there, files } = await bring(t, owner, other)
    expect(String(files.get('money.jsonl'))).toContain('Ada was ill')
    const data = await other.db<{ data: unknown }[]>`select data from history_entries where number is null`
    expect(data.length).toBeGreaterThan(0)
    expect(JSON.stringify(data)).not.toMatch(/Ada was ill|note|reason/)
    const [made] = await other.db<{ id: number }[]>`select id from reservations`
    const told = (await other.call('GET', `/reservations/${made?.id}/guest-data`, undefined, there)).body.data
    expect(told.earlier_documents).toMatchObject(
      linesOf(files, 'documents.jsonl').map(({ number, buyer }) => ({ number, buyer, reservation_id: made?.id })),
    )
    expect(told.earlier_documents).not.toEqual([])
    const next = await filesIn(await takeArchive(other, there))
    expect([...next].map(([name, content]) => (name.endsWith('.jsonl') ? String(content) : '')).join('')).not.toContain(
      'Ada was ill',
    )
  })
})

alone('contracts and consents are in an archive, without the card', async ({ t }) => {
  const { owner, home, id } = await paidByHand(t)
  const card = await cardOf(t, id)
  await t.call('PUT', '/company/contract', { texts: { en: 'The contract' } }, owner)
  await t.db`
    insert into stay_contracts (reservation_id, contract_id, locale, content_hash, accepted_by)
    select ${id}, id, 'en', '\\x00', 'guest' from contracts where owner_id = ${owner.id}`
  const files = await filesIn(await takeArchive(t, owner))
  expect(linesOf(files, 'company.jsonl')).toMatchObject([
    { contracts: [{ version: 1, property_id: null, texts: { en: 'The contract' } }] },
  ])
  expect(linesOf(files, 'stays.jsonl')).toMatchObject([
    {
      property_id: home,
      contract: { version: 1, locale: 'en', accepted_by: 'guest', accepted_at: expect.any(String) },
      kept_card: { text: expect.stringContaining('card'), locale: 'en', consented_at: expect.any(String) },
    },
  ])
  const text = String(files.get('stays.jsonl'))
  for (const secret of [card?.customer_id, card?.method_id]) {
    expect(secret).toEqual(expect.any(String))
    expect(text).not.toContain(secret)
  }
})

alone('guests who did not come stay so, and holds that are left out are named', async ({ t }) => {
  await withOther(async (other) => {
    const owner = await t.user()
    const home = await t.home(owner)
    for (const from of [30, 40]) await sell(t, home, from)
    const [released] = await t.db<{ id: number }[]>`select id from reservations order by check_in`
    await t.db`update reservations set status = 'no_show' where property_id = ${home}`
    await t.db`delete from occupancy where reservation_id = ${released?.id ?? 0}`
    await sell(t, home, 30)
    const guest = { name: 'Bob', email: 'bob@example.org' }
    const days = { check_in: inDays(90), check_out: inDays(93), adults: 2, guest }
    const held = (await t.call('POST', `/properties/${home}/reservations`, days, owner)).body.data
    const { imported } = await bring(t, owner, other)
    expect(imported.left_out).toEqual([
      expect.stringMatching(new RegExp(`^stay ${held.reservation_id}, .*: pending, and its nights are free here$`)),
    ])
    const stays = (app: TestApp) => app.db`
      select r.check_in, r.status, r.total_cents, exists (select from occupancy o where o.reservation_id = r.id) as holds_nights
      from reservations r where r.status <> 'pending' order by r.check_in, r.status`
    expect(await stays(other)).toEqual(await stays(t))
  })
})
