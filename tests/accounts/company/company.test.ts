import { describe, expect } from 'vitest'
import type { TestApp, TestUser } from '../../support/app.ts'
import { test } from '../../support/app.ts'
import { feed } from '../../support/feed.ts'
import { picture } from '../../support/files.ts'
import { makeDue } from '../../support/jobs.ts'
import { cancel, receiptOf, refundable, reserved, settle } from '../../support/payments.ts'
import { ADA, bookedByHand, browse, codeFor, linksOf, prove, send } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

const COMPANY = {
  name: 'Maisons d’Ana',
  colour: '#7a2e1d',
  site: 'https://maisons-ana.example/',
  reply_to: 'bonjour@maisons-ana.example',
  legal: 'Maisons d’Ana SARL, RCS Lyon 123 456 789',
}
const EMPTY = { logo_url: null, colour: null, site: null, reply_to: null, legal: null }

const put = (t: TestApp, owner: TestUser, body: object) => t.call('PUT', '/company', body, owner)

/** Sends a form with a logo, as a browser does. */
async function putForm(t: TestApp, owner: TestUser, fields: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return t.call('PUT', '/company', Buffer.from(await encoded.arrayBuffer()), { ...owner, headers })
}

/** A text without its addresses and styles, as somebody reads it. */
const visible = (text: string) =>
  text
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/https?:\/\/\S+/g, '')

describe('GET and PUT /company', () => {
  test('is nothing, then what was written, whole', async ({ t }) => {
    const owner = await t.user()
    expect((await t.call('GET', '/company', undefined, owner)).body.data).toBeNull()
    expect((await put(t, owner, COMPANY)).body.data).toEqual({ ...EMPTY, ...COMPANY })
    expect((await put(t, owner, { name: 'Ana' })).body.data).toEqual({ ...EMPTY, name: 'Ana' })
    expect((await t.call('GET', '/company', undefined, owner)).body.data).toEqual({ ...EMPTY, name: 'Ana' })
  })

  test('keeps its logo until another one, or none, is sent, and removes the file', async ({ t }) => {
    const owner = await t.user()
    const { logo_url } = (await putForm(t, owner, { name: 'Ana', logo: await picture('red') })).body.data
    expect(logo_url).toMatch(/^http:\/\/sejour\.test\/storage\/companies\/[\w-]+\.webp$/)
    const file = `/${new URL(logo_url).pathname}`
    expect((await t.call('GET', file)).status).toBe(200)
    expect((await put(t, owner, { name: 'Ana' })).body.data.logo_url).toBe(logo_url)
    expect((await put(t, owner, { name: 'Ana', logo: null })).body.data.logo_url).toBeNull()
    expect((await t.call('GET', file)).status).toBe(404)
  })

  test.for([
    [{ colour: '#ffd700' }, 'colour', 'pale_colour'],
    [{ colour: 'red' }, 'colour', 'colour'],
    [{ site: 'javascript:alert(1)' }, 'site', 'callback_url'],
    [{ reply_to: 'nobody' }, 'reply_to', 'invalid_email'],
    [{ name: ' ' }, 'name', 'required'],
    [{ name: 'Séjour <help@evil.example>' }, 'name', 'company_name'],
    [{ site: `https://x.example/${'é'.repeat(2_000)}` }, 'site', 'callback_url'],
    [{ legal: 'x'.repeat(501) }, 'legal', 'too_long'],
  ] as const)('refuses %j', async ([wrong, field, code], { t }) => {
    const owner = await t.user()
    const { status, body } = await put(t, owner, { name: 'Ana', ...wrong })
    expect([status, body.errors]).toEqual([400, { [field]: [expect.objectContaining({ code })] }])
  })

  test('is for the owner and managers', async ({ t }) => {
    const owner = await t.user()
    const [manager, desk] = [await joins(t, owner, 'manager'), await joins(t, owner, 'desk')]
    expect((await put(t, manager, COMPANY)).status).toBe(200)
    expect((await put(t, desk, COMPANY)).status).toBe(403)
  })

  test('is refused before the address of the account is verified, and gone when it is deleted', async ({ t }) => {
    const [owner, stranger] = [await t.user(), await t.user({ verified: false })]
    expect((await put(t, stranger, COMPANY)).body.code).toBe('not_verified')
    await put(t, owner, COMPANY)
    const remove = async () => (await t.call('DELETE', '/company', undefined, owner)).status
    expect([await remove(), await remove()]).toEqual([200, 404])
    expect((await t.call('GET', '/company', undefined, owner)).body.data).toBeNull()
  })

  test('stands at the homes of the account', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const shown = async () => (await t.call('GET', `/properties/${home}`)).body.data.company
    expect(await shown()).toBeNull()
    await put(t, owner, COMPANY)
    expect(await shown()).toEqual({ name: COMPANY.name, logo_url: null, site: COMPANY.site })
  })

  test('reaches copies of the homes when guests read something new', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    let { next } = await feed(t, owner)
    const toldBy = async (change: Promise<unknown>) => {
      await change
      const page = await feed(t, owner, next)
      next = page.next
      return page.events.map(({ type, subject_id, data }) => ({ type, subject_id, name: Object(data?.company).name }))
    }
    const told = { type: 'property.updated', subject_id: home }
    expect(await toldBy(put(t, owner, COMPANY))).toEqual([{ ...told, name: COMPANY.name }])
    expect(await toldBy(put(t, owner, { ...COMPANY, colour: null }))).toEqual([])
    expect(await toldBy(t.call('DELETE', '/company', undefined, owner))).toEqual([{ ...told, name: undefined }])
  })
})

describe('a guest reads the name of the company and not of the service', () => {
  test('without an account: on the mails of a proved address, and on all pages of the stay', async ({ t }) => {
    const { owner, id, link } = await bookedByHand(t)
    await put(t, owner, COMPANY)
    await prove(t, id)
    const bare = (await t.mails(ADA.email)).length
    await t.call('POST', `/reservations/${id}/messages`, { content: 'Welcome' }, owner)
    await send(t, link, 'codes', {})
    await t.call('PUT', `/reservations/${id}/guest`, { name: ADA.name, email: ADA.email }, owner)
    await t.drain()
    const mails = (await t.mails(ADA.email)).slice(0, -bare)
    expect(mails.length).toBeGreaterThan(1)
    for (const mail of mails) {
      expect(mail).toMatchObject({ from_name: COMPANY.name, reply_to: COMPANY.reply_to })
      for (const text of [mail.text, mail.html]) {
        expect(visible(text)).toContain(COMPANY.legal)
        expect(visible(text)).not.toMatch(/Séjour/)
      }
      expect(mail.html).toContain(`background:${COMPANY.colour}`)
    }
    for (const page of [link, `${link}/guests`]) {
      const { status, body } = await browse(t, page)
      expect([page, status]).toEqual([page, 200])
      expect(visible(body)).toContain(COMPANY.name)
      expect(visible(body)).toContain(COMPANY.legal)
      expect(visible(body)).not.toMatch(/Séjour/)
    }
  })

  test('until the address is proved, the mail says nothing of the company', async ({ t }) => {
    const { owner, id } = await bookedByHand(t, { guest: { ...ADA, email: 'nobody@example.org' } })
    await put(t, owner, COMPANY)
    await t.call('POST', `/reservations/${id}/messages`, { content: 'Welcome' }, owner)
    await t.drain()
    const mails = await t.mails('nobody@example.org')
    expect(mails.length).toBeGreaterThan(0)
    for (const mail of mails) {
      expect(mail).not.toHaveProperty('from_name')
      expect(mail.text).not.toContain(COMPANY.name)
    }
  })

  test('a code for an address that nobody has proved comes from the installation', async ({ t }) => {
    const to = 'stranger@example.org'
    const { owner, id } = await bookedByHand(t, { guest: { ...ADA, email: to } })
    await put(t, owner, COMPANY)
    await t.call('PATCH', `/reservations/${id}`, { contact: { email: 'other@example.org' } }, owner)
    const { link } = await linksOf(t, owner, id)
    expect((await t.call('POST', `${link}/codes`, {})).status).toBe(200)
    const code = await codeFor(t, to)
    expect(code).toMatch(/^\d{6}$/)
    for (const mail of await t.mails(to)) expect(`${mail.from_name} ${mail.text}`).not.toContain(COMPANY.name)
  })

  test('a guest who writes to a company signs with no name of their own', async ({ t }) => {
    const { owner, guest, home } = await refundable(t)
    await put(t, guest, { ...COMPANY, name: 'Not the service' })
    await put(t, owner, COMPANY)
    await t.call('POST', '/messages', { receiver_id: owner.id, property_id: home, content: 'Hello' }, guest)
    await t.call('POST', '/messages', { receiver_id: guest.id, property_id: home, content: 'Hello' }, owner)
    await t.db`update messages set created_at = created_at - interval '6 minutes' where sender_id in (${owner.id}, ${guest.id})`
    await t.db`update conversation_sides set mail_due_at = mail_due_at - interval '6 minutes' where user_id in (${owner.id}, ${guest.id})`
    await makeDue(t, 'messages.mail-unread')
    await t.drain()
    const unread = async (reader: TestUser) =>
      (await t.mails(reader.email)).filter(({ subject }) => /message/i.test(subject)).map(({ from_name }) => from_name)
    expect([await unread(owner), await unread(guest)]).toEqual([[undefined], [COMPANY.name]])
  })

  test('with an account: on mails, the page of a payment, the confirmation and documents', async ({ t }) => {
    const { owner, guest, id, url } = await reserved(t)
    await t.drain()
    const before = (await t.mails(guest.email)).length
    await put(t, owner, COMPANY)
    await t.deliver(t.pay(url))
    const { payment_id } = await receiptOf(t, id)
    const { body } = await t.call('POST', `/reservations/${id}/invoice`, undefined, guest)
    expect((await cancel(t, guest, id)).status).toBe(200)
    await settle(t)
    const [{ key } = { key: '' }] = await t.db<{ key: string }[]>`select key from payments where id = ${payment_id}`
    const reader = { ...guest, headers: { accept: 'text/html' }, locale: 'en' as const }
    for (const page of [`/pay/${key}`, `/reservations/${id}/confirmation`]) {
      const { status, body } = await t.call('GET', page, undefined, reader)
      expect([page, status]).toEqual([page, 200])
      expect(visible(body)).toContain(COMPANY.legal)
      expect(visible(body)).not.toMatch(/Séjour/)
    }
    const document = await t.call(
      'GET',
      new URL(body.data.invoice_url).pathname.replace('/api/v1', ''),
      undefined,
      reader,
    )
    expect(visible(document.body)).toContain(COMPANY.legal)
    const mails = (await t.mails(guest.email)).slice(0, before === 0 ? undefined : -before)
    expect(mails.length).toBeGreaterThan(0)
    for (const mail of mails) expect(mail).toMatchObject({ from_name: COMPANY.name })
  })
})

const branded = test.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ BRAND: JSON.stringify({ name: 'Les Gîtes du Lac', site: 'https://gites.example/' }) }),
})

branded('BRAND is the name of an installation, and a company wins over it', async ({ t }) => {
  const { owner, link, id } = await bookedByHand(t)
  expect(visible((await browse(t, link)).body)).toContain('Les Gîtes du Lac')
  const written = { name: 'Signed', trigger: 'arrival', days: -2, hour: 9, texts: { en: 'Yours, {company}' } }
  const template = (await t.call('POST', '/message-templates', written, owner)).body.data.id
  const preview = async () =>
    (await t.call('POST', `/message-templates/${template}/preview`, { reservation_id: id }, owner)).body.data.content
  expect(await preview()).toBe('Yours, Les Gîtes du Lac')
  await put(t, owner, COMPANY)
  const page = visible((await browse(t, link)).body)
  expect(page).toContain(COMPANY.name)
  expect(page).not.toContain('Les Gîtes du Lac')
  expect(await preview()).toBe(`Yours, ${COMPANY.name}`)
  const lost = await browse(t, `/stay/${'x'.repeat(20)}`)
  expect([lost.status, visible(lost.body)]).toEqual([404, expect.stringContaining('Les Gîtes du Lac')])
  // The mark of the service would stand in the browser's tab.
  expect(lost.body).toContain('rel="icon"')
  expect(lost.body).not.toContain('/docs/mark.svg')
})
