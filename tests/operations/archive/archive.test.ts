import { describe, expect } from 'vitest'
import { test } from '../../support/app.ts'
import { company, filesIn, linesOf, sha256, takeArchive } from '../../support/archives.ts'
import { makeKey } from '../../support/keys.ts'
import { joins } from '../../support/team.ts'

describe('an archive', () => {
  test('has everything of a company, and says what it has', async ({ t }) => {
    const { owner, home, paid, cancelled } = await company(t)
    const files = await filesIn(await takeArchive(t, owner))
    const manifest = JSON.parse(String(files.get('manifest.json')))
    expect([...files.keys()].at(-1)).toBe('manifest.json')
    files.delete('manifest.json')
    expect(manifest.files).toEqual(
      Object.fromEntries(
        [...files].map(([name, content]) => [name, { bytes: content.length, sha256: sha256(content) }]),
      ),
    )
    expect(manifest).toMatchObject({ format: 'sejour-archive', version: 1, company: 'Maisons de Rossi', missing: [] })
    expect(manifest.counts).toMatchObject({
      homes: 1,
      stays: 2,
      documents: 3,
      conversations: 1,
      tasks: expect.any(Number),
    })

    expect(linesOf(files, 'homes.jsonl')).toMatchObject([
      {
        ...{
          id: home,
          seller: `R${owner.id}`,
          home: { title: 'Cabanon', base_price_cents: 10_000 },
          tax: { per_adult_night_cents: 150 },
        },
        ...{ seasons: [{ reduction_hundredths: 2_000 }], closures: [{ kind: 'closure' }], photos: [{ alt: 'La mer' }] },
      },
    ])
    expect(linesOf(files, 'homes.jsonl')[0].days).toHaveLength(6)
    expect(linesOf(files, 'stays.jsonl').map(({ id, stay }) => [id, stay.status])).toEqual([
      [paid, 'confirmed'],
      [cancelled, 'cancelled'],
    ])
    const documents = linesOf(files, 'documents.jsonl')
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'invoice', 'credit_note'])
    for (const { number } of documents)
      expect(files.get(`documents/${number}.pdf`)?.subarray(0, 5).toString(), number).toBe('%PDF-')
    expect([...files.keys()].filter((name) => name.startsWith('files/properties/'))).toHaveLength(1)
    for (const sheet of ['reservations', 'payments', 'documents', 'travellers'])
      expect(files.get(`${sheet}.csv`)?.length, sheet).toBeGreaterThan(0)

    const [sums] = await t.db`
      select sum(a.amount_cents)::int as received_cents, sum(a.refunded_cents)::int as returned_cents from receipts a
      join payments p on p.id = a.payment_id join reservations r on r.id = p.reservation_id where r.property_id = ${home}`
    expect(manifest.money).toEqual([{ currency: 'EUR', ...sums }])
  })

  test('has no secrets', async ({ t }) => {
    const { owner, home } = await company(t)
    await t.call('POST', '/api-keys', { name: 'Site', scopes: ['calendar.read'] }, owner)
    const files = await filesIn(await takeArchive(t, owner))
    const secrets = await t.db<{ secret: string }[]>`
      select calendar_token::text as secret from properties where id = ${home}
      union all select password_hash from users where id = ${owner.id}
      union all select encode(sealed, 'base64') from access_codes where property_id = ${home}
      union all select key::text from invoices union all select key::text from payments`
    const text = [...files]
      .flatMap(([name, content]) => (name.startsWith('files/') ? [] : [content.toString()]))
      .join('\n')
    for (const { secret } of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/calanques13|4711#|token|password|hash|stripe|\bpi_/)
  })

  test('is for the owner alone', async ({ t }) => {
    const { owner, guest } = await company(t)
    expect((await t.call('POST', '/archive', undefined, guest)).status).toBe(403)
    expect((await t.call('GET', '/archive/company.zip', undefined, guest)).status).toBe(403)
    expect((await t.call('POST', '/archive')).status).toBe(401)
    const { url } = (await t.call('POST', '/archive', undefined, owner)).body.data
    const { pathname, search } = new URL(url)
    const other = search.replace(/account=\d+/, `account=${guest.id}`)
    expect((await t.call('GET', `/${pathname}${other}`)).body.code).toBe('link_expired')
    const entries = (await t.call('GET', '/audit?action=archive.created', undefined, owner)).body.data
    expect(entries).toMatchObject([{ action: 'archive.created', actor: 'owner' }])
  })

  test('is neither for the team nor for keys', async ({ t }) => {
    const owner = await t.user()
    await t.home(owner)
    const manager = await joins(t, owner, 'manager')
    const { token } = await makeKey(t, owner)
    const answers = async (caller: { token: string; headers?: Record<string, string> }) => [
      (await t.call('POST', '/archive', undefined, caller)).body.code,
      (await t.call('GET', '/archive/company.zip', undefined, caller)).body.code,
    ]
    expect(await answers(manager)).toEqual(['account_refused', 'account_refused'])
    expect(await answers({ token: manager.token })).toEqual(['forbidden', 'forbidden'])
    expect(await answers({ token })).toEqual(['key_refused', 'key_refused'])
  })

  test('that is given up can be taken again', async ({ t }) => {
    const { owner } = await company(t)
    const { url } = await t.listen()
    const given = new AbortController()
    const options = { headers: { authorization: `Bearer ${owner.token}` } }
    const first = await fetch(`${url}/api/v1/archive/company.zip`, { ...options, signal: given.signal })
    expect(first.status).toBe(200)
    given.abort()
    await expect.poll(async () => (await fetch(`${url}/api/v1/archive/company.zip`, options)).status).toBe(200)
  })

  test('of an account without homes is one without lines', async ({ t }) => {
    const owner = await t.user({ role: 'owner' })
    const files = await filesIn(await takeArchive(t, owner))
    expect(JSON.parse(String(files.get('manifest.json'))).counts).toMatchObject({
      homes: 0,
      stays: 0,
      documents: 0,
      money: 0,
    })
  })
})
