import { describe, expect } from 'vitest'
import { KEY_SCOPES } from '../../../src/accounts/scopes.ts'
import { earlierLink } from '../../../src/bookings/states/stay-link.ts'
import { inDays, isolated, type TestApp, test } from '../../support/app.ts'
import { payAt } from '../../support/invoices.ts'
import { runScheduled } from '../../support/jobs.ts'
import { makeKey } from '../../support/keys.ts'
import { paid, show } from '../../support/payments.ts'
import { messagesOf, writeToGuest } from '../../support/stay-messages.ts'
import { ADA, bookedByHand, browse, codeFor, linksOf, mailedTo, prove, read } from '../../support/stay-page.ts'

/** Mailboxes of the intruder and of a guest: mails of a file are in one place. */
let count = 0
const mailboxes = () => {
  count += 1
  return { own: `own${count}@company.example`, ada: `ada${count}@example.org` }
}
const FEW = KEY_SCOPES.filter((scope) => !scope.startsWith('register.'))

const proved = async (t: TestApp, id: number) =>
  (
    await t.db<{ proved: boolean }[]>`
      select proved_email is not null and lower(proved_email) = lower(email) as proved
      from contacts c join reservations r on r.contact_id = c.id where r.id = ${id}`
  )[0]?.proved

const retype = (t: TestApp, user: { token: string }, id: number, email: string | null) =>
  t.call('PATCH', `/reservations/${id}`, { contact: { email } }, user)

const mailedTexts = async (t: TestApp, to: string) => {
  await t.drain()
  return (await t.mails(to)).map(({ text }) => text)
}

/** Path of the link of a stay in the newest mail to an address. */
const linkIn = async (t: TestApp, to: string) => /\/stay\/\d+\.[\w-]+/.exec((await mailedTexts(t, to)).join('\n'))?.[0]

/** A stay whose guest has proved the address and written passports, and a key of its company that may not read these. */
async function scene(t: TestApp) {
  const { own, ada } = mailboxes()
  const stay = await bookedByHand(t, { guest: { ...ADA, email: ada } })
  await t.call('POST', `${stay.link}/guests`, { travellers: [{ nationality: 'FR' }] })
  const few = await makeKey(t, stay.owner, { scopes: FEW })
  return { ...stay, few, own, ada }
}

describe('a key without register.read', () => {
  test('reads no passports through the link, whatever address it types', async ({ t }) => {
    const { id, few, link, own, ada } = await scene(t)
    expect(await proved(t, id)).toBe(true)
    expect((await retype(t, few, id, own)).status).toBe(200)
    expect(await proved(t, id)).toBe(false)
    const fetched = (await linksOf(t, few, id)).link
    expect((await t.call('POST', `${fetched}/codes?for=travellers`)).body.code).toBe('scope_missing')
    expect((await t.call('POST', `${fetched}/guests/read`, { code: '1' })).body.code).toBe('scope_missing')

    // The guest, or somebody who kept a link from before: codes go to the address that was proved.
    const earlier = earlierLink(t.app, { id, link_version: 1, has_grants: true }).replace(
      'http://sejour.test/api/v1',
      '',
    )
    for (const any of [earlier, link]) {
      expect((await t.call('POST', `${any}/codes?for=travellers`)).status).toBe(200)
      await t.drain()
    }
    expect(await codeFor(t, ada)).toMatch(/^\d{6}$/)
    expect(await mailedTexts(t, own)).toEqual([])

    // Its own address, proved by the link that is mailed there, gets codes of nothing that it may not read.
    await writeToGuest(t, few, id, { content: 'Hello' })
    const narrow = String(await linkIn(t, own))
    expect((await read(t, narrow)).scopes).not.toContain('register.read')
    expect((await t.call('POST', `${narrow}/messages`, { content: 'It is me' })).status).toBe(200)
    expect(await proved(t, id)).toBe(true)
    expect((await t.call('POST', `${narrow}/codes?for=travellers`)).body.code).toBe('scope_missing')
    await t.call('POST', `${earlier}/codes?for=travellers`)
    expect(await codeFor(t, own)).toBe('')
    // Nor does a second one after it.
    await retype(t, few, id, `second.${own}`)
    await t.call('POST', `${earlier}/codes?for=travellers`)
    expect([await codeFor(t, own), await codeFor(t, `second.${own}`)]).toEqual(['', ''])
    const code = await codeFor(t, ada)
    expect((await t.call('POST', `${narrow}/guests/read`, { code })).body.code).toBe('scope_missing')
    expect((await t.call('POST', `${earlier}/guests/read`, { code })).status).toBe(200)
  })

  test('does not get more through a mailed link, a message or a template than it has', async ({ t }) => {
    const { owner, id, few, own, ada } = await scene(t)
    const template = { name: 'x', trigger: 'confirmed', texts: { en: 'See {link}', fr: 'Voir {link}' } }
    const { body } = await t.call('POST', '/message-templates', template, owner)
    await t.db`update message_templates set active_since = now() - interval '1 year'`
    await runScheduled(t, 'message-templates.claim-due')
    const preview = await t.call('POST', `/message-templates/${body.data.id}/preview`, { reservation_id: id }, few)
    const listed = (await messagesOf(t, few, id)).data.map(({ content }: { content: string }) => content)
    for (const text of [preview.body.data.content, ...listed]) expect(text).not.toMatch(/\/stay\/\d+\./)

    // Its owner reads the link of the company. The mail has another one, which the company never sees.
    const [{ content }] = (await messagesOf(t, owner, id)).data
    const ofCompany = /\/stay\/\d+\.[\w-]+/.exec(content)?.[0]
    const [mail] = (await mailedTexts(t, ada)).filter((text) => text.includes('See '))
    expect(ofCompany).toMatch(/\.cf/)
    expect(mail).not.toContain(ofCompany)
    expect(mail).toContain(await mailedTo(t, id, ada))

    // An address that it types at booking gets links with its own scopes.
    const days = { check_in: inDays(60), check_out: inDays(62) }
    const [home] = await t.db<{ property_id: string }[]>`select property_id from reservations where id = ${id}`
    const site = await makeKey(t, owner, { scopes: ['reservations.read', 'reservations.write', 'properties.read'] })
    const booking = { ...days, adults: 1, guest: { name: 'Me', email: own }, pay: 'later' }
    const booked = await t.call('POST', `/properties/${home?.property_id}/reservations`, booking, site)
    expect(booked.status).toBe(201)
    const second = Number(booked.body.data.reservation_id)
    await writeToGuest(t, owner, second, { content: 'Welcome' })
    expect((await read(t, String(await linkIn(t, own)))).scopes).toEqual(['reservations.write'])
    // A payment of the stay for which the address was typed is its guest's.
    await payAt(t, new URL(booked.body.data.payment_url).pathname.replace('/api/v1', ''))
    await t.db`delete from attempt_counters where key like ${`%${own}`}`
    await writeToGuest(t, owner, second, { content: 'Again' })
    const after = (await mailedTexts(t, own)).find((text) => text.includes('Again'))
    expect((await read(t, String(/\/stay\/\d+\.[\w-]+/.exec(after ?? '')?.[0]))).scopes).toHaveLength(8)
  })
})

describe('an address is proved', () => {
  test('by a form of a link that was mailed to it, by no look at it, and by no other link', async ({ t }) => {
    const { own, ada } = mailboxes()
    const { owner, id, link, fetched, travel } = await bookedByHand(t, { guest: { ...ADA, email: ada } })
    const other = await mailedTo(t, id, own)
    for (const any of [link, fetched, travel, other]) {
      await t.call('GET', any)
      await browse(t, any)
      await t.app.inject({ method: 'HEAD', url: `/api/v1${any}` })
      await t.call('GET', `${any}/guests`)
    }
    for (const any of [fetched, other, earlierLink(t.app, { id, link_version: 1, has_grants: true })])
      await t.call('POST', `${any.replace('http://sejour.test/api/v1', '')}/messages`, { content: 'x' })
    await t.call('POST', `${travel.replace('?view=travel', '')}/messages`, { content: 'x' })
    expect(await proved(t, id)).toBe(false)

    // Codes have nowhere to go: the address gets the link that proves it.
    const { body } = await t.call('POST', `${fetched}/codes`, undefined, { locale: 'en' })
    expect(body.message).toContain('A link has been sent')
    expect(await codeFor(t, ada)).toBe('')
    expect(await linkIn(t, ada)).toBe(link)
    expect(
      (await t.call('POST', `${fetched}/codes`, '', { headers: { accept: 'text/html' } })).headers.location,
    ).toContain('notice=link_sent')
    expect((await browse(t, `${fetched}?notice=link_sent`)).body).toContain('has been sent to the e-mail address')
    expect((await t.call('POST', `${link}/codes`)).status).toBe(200)
    expect(await proved(t, id)).toBe(true)
    expect(await codeFor(t, ada)).toMatch(/^\d{6}$/)

    // Another address voids the code, also one that is changed back.
    const code = await codeFor(t, ada)
    await retype(t, owner, id, own)
    expect((await t.call('POST', `${link}/cancel`, { code })).body.errors).toHaveProperty('code')
    expect(await proved(t, id)).toBe(false)
    await retype(t, owner, id, ada.toUpperCase())
    expect(await proved(t, id)).toBe(true)
  })

  test('by a payment of the stay that names it, and by no money that the company records', async ({ t }) => {
    const { owner, id } = await bookedByHand(t)
    const [payment] = (await show(t, owner, id)).payments
    const cash = { method: 'cash', amount: 100, received_on: inDays(0) }
    await t.call('POST', `/payments/${payment.id}/received`, cash, owner)
    expect(await proved(t, id)).toBe(false)
    const { money } = await read(t, (await linksOf(t, owner, id)).link)
    await payAt(t, new URL(money.payments[0].payment_url).pathname.replace('/api/v1', ''))
    expect(await proved(t, id)).toBe(true)
  })

  test('apart at each stay, and not by an address that the channel gives', async ({ t }) => {
    const first = await bookedByHand(t)
    await prove(t, first.id)
    const second = await bookedByHand(t, { from: 60 })
    expect([await proved(t, first.id), await proved(t, second.id)]).toEqual([true, false])
  })
})

test('what comes by a link that the company fetched is marked, and nothing else', async ({ t }) => {
  const marks = async (stay: { owner: { token: string; id: number; email: string; username: string }; id: number }) => {
    const messages = (await messagesOf(t, stay.owner, stay.id)).data
    const { body: requests } = await t.call('GET', `/reservations/${stay.id}/change-requests`, undefined, stay.owner)
    const { body: register } = await t.call('GET', `/reservations/${stay.id}/guests`, undefined, stay.owner)
    return [...messages, ...requests.data, register.data].map(({ by_company_link }) => by_company_link)
  }
  const fill = async (link: string) => {
    for (const [path, body] of [
      ['messages', { content: 'We arrive at nine' }],
      ['change-requests', { adults: 1 }],
      ['guests', { travellers: [{ nationality: 'FR' }] }],
    ] as const)
      expect([path, (await t.call('POST', `${link}/${path}`, body)).status < 300]).toEqual([path, true])
  }
  const cancelled = async (owner: Parameters<typeof show>[1], id: number) =>
    (await show(t, owner, id)).timeline.at(-1).by_company_link

  const ofCompany = await bookedByHand(t)
  await fill(ofCompany.fetched)
  expect(await marks(ofCompany)).toEqual([true, true, true])
  const ofGuest = await bookedByHand(t, { from: 60, guest: { ...ADA, email: 'grace@example.org' } })
  await fill(ofGuest.link)
  expect(await marks(ofGuest)).toEqual([false, false, false])
  // A list that the company writes itself says so by its audit.
  await t.call('PUT', `/reservations/${ofCompany.id}/guests`, { travellers: [{ nationality: 'FR' }] }, ofCompany.owner)
  expect(await marks(ofCompany)).toEqual([true, true, false])

  for (const [{ owner, id, link, fetched }, email, by, mark] of [
    [ofCompany, ADA.email, 'fetched', true],
    [ofGuest, 'grace@example.org', 'link', false],
  ] as const) {
    await prove(t, id, email)
    const used = by === 'fetched' ? fetched : link
    expect((await t.call('POST', `${used}/cancel`, { code: await codeFor(t, email) })).status).toBe(200)
    expect(await cancelled(owner, id)).toBe(mark)
  }

  // A guest with an account who fetches the link is no company.
  const account = await paid(t)
  await t.call('POST', `${(await linksOf(t, account.guest, account.id)).link}/change-requests`, { adults: 1 })
  const { body } = await t.call('GET', `/reservations/${account.id}/change-requests`, undefined, account.owner)
  expect(body.data).toMatchObject([{ by_company_link: false }])
})

isolated('while nodes of 0.2 serve, links and codes are as theirs, and no narrow caller has a link', async ({ t }) => {
  await t.db`delete from enabled_releases`
  const { ada } = mailboxes()
  const { owner, id, fetched } = await bookedByHand(t, { guest: { ...ADA, email: ada } })
  expect(fetched).toMatch(new RegExp(`^/stay/${id}\\.[\\w-]{43}$`))
  for (const scopes of [['reservations.read'], ['reservations.read', 'reservations.write']]) {
    const key = await makeKey(t, owner, { scopes })
    expect((await t.call('GET', `/reservations/${id}/link`, undefined, key)).body.code).toBe('scope_missing')
  }
  expect((await t.call('POST', `${fetched}/codes`)).status).toBe(200)
  const code = await codeFor(t, ada)
  expect((await t.call('POST', `${fetched}/cancel`, { code })).status).toBe(200)

  // Words wait for a proof all the same.
  await writeToGuest(t, owner, id, { content: 'Buy something' })
  expect((await mailedTexts(t, ada)).join()).not.toContain('Buy something')
})
