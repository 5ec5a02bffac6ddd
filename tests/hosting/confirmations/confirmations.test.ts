import { expect } from 'vitest'
import { test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'

test('a stay without a checkout leads to its page, and its confirmation speaks the truth to its parties only', async ({
  t,
}) => {
  const { owner, guest, home } = await scene(t, { title: 'Casa', base_price: 0, deposit_percent: 100 })
  const { reservation_id: id, payment_url } = (await book(t, guest, stay(home))).body.data
  const numbered = (user?: { token: string }) =>
    t.call('GET', `/reservations/${id}/confirmation`, undefined, user && { ...user, locale: 'en' })
  expect(payment_url).toMatch(new RegExp(`^http://sejour\\.test/api/v1/stay/${id}\\.gfff[\\w-]{43}$`))
  const page = await numbered(guest)
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('No payment is due now')
  expect(page.body).toContain('Casa')
  expect((await numbered()).status).toBe(404)
  expect((await numbered(await t.user())).status).toBe(404)
  for (const user of [guest, owner, await t.user({ role: 'support' })]) expect((await numbered(user)).status).toBe(200)
  await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
  expect((await numbered(guest)).body).toContain('no longer active')
})

test('it says what is still to be paid', async ({ t }) => {
  const { guest, home } = await scene(t)
  const { reservation_id: id } = (await book(t, guest, stay(home))).body.data
  const page = await t.call('GET', `/reservations/${id}/confirmation`, undefined, { ...guest, locale: 'en' })
  expect(page.body).toMatch(/€\d+\.\d\d is still due/)
})
