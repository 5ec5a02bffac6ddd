import { expect } from 'vitest'
import { KEY_SCOPES } from '../../../src/accounts/scopes.ts'
import { type TestApp, test } from '../../support/app.ts'
import { payAt } from '../../support/invoices.ts'
import { makeKey } from '../../support/keys.ts'
import { show } from '../../support/payments.ts'
import { writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand, codeFor, linksOf, read } from '../../support/stay-page.ts'

const FEW = KEY_SCOPES.filter((scope) => !scope.startsWith('register.'))

/** The scopes of the newest link that was mailed to an address. */
async function scopesMailed(t: TestApp, to: string): Promise<string[]> {
  await t.drain()
  const links = (await t.mails(to)).flatMap(({ text }) => /\/stay\/\d+\.[\w-]+/.exec(text)?.[0] ?? [])
  return (await read(t, String(links[0]))).scopes
}

const type = (t: TestApp, user: { token: string }, id: number, contact: object) =>
  t.call('PATCH', `/reservations/${id}`, { contact }, user)

test('a payment ends no limits of an address that was typed where there was none', async ({ t }) => {
  const own = 'typed-first@company.example'
  const { owner, id } = await bookedByHand(t, { guest: { name: 'By telephone', phone: '+33600000001' } })
  const few = await makeKey(t, owner, { scopes: FEW })
  expect((await type(t, few, id, { email: own })).status).toBe(200)
  const { payments } = await show(t, owner, id)
  await payAt(t, new URL(payments[0].payment_url).pathname.replace('/api/v1', ''))
  await writeToGuest(t, owner, id, { content: 'Welcome' })
  expect(await scopesMailed(t, own)).not.toContain('register.read')
  const { link } = await linksOf(t, owner, id)
  await t.call('POST', `${link}/codes?for=travellers`)
  expect(await codeFor(t, own)).toBe('')
  // Nor does it get the codes when its owner types the address of the guest.
  await type(t, owner, id, { email: 'guest@example.org' })
  await t.call('POST', `${link}/codes?for=travellers`)
  expect(await codeFor(t, own)).toBe('')
})

test('a company that saves a telephone number leaves an address the scopes of who typed it', async ({ t }) => {
  const own = 'typed-over@company.example'
  const { owner, id } = await bookedByHand(t, { guest: { name: 'Ada', email: 'victim@example.org', language: 'en' } })
  const few = await makeKey(t, owner, { scopes: FEW })
  await type(t, few, id, { email: own })
  expect((await type(t, owner, id, { name: 'Ada', email: own, phone: '+33600000002' })).status).toBe(200)
  await writeToGuest(t, owner, id, { content: 'Welcome' })
  expect(await scopesMailed(t, own)).not.toContain('register.read')
})
