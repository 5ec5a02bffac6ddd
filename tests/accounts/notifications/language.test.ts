import { expect } from 'vitest'
import { test } from '../../support/app.ts'
import { scene, stay } from '../../support/booking.ts'

test('a notification is in the language that is read, with what a text of one’s own needs', async ({ t }) => {
  const { owner, guest, home } = await scene(t, { title: 'Casa', instant_book: false })
  await t.call('POST', '/reservations', { ...stay(home), inquiry: true }, guest)
  const read = async (locale?: 'fr' | 'en') =>
    (await t.call('GET', '/notifications', undefined, { ...owner, ...(locale && { locale }) })).body.data[0]
  const french = await read('fr')
  const english = await read('en')
  expect([french.title, english.title]).toEqual(['Nouvelle demande', 'New inquiry'])
  expect(french.message).toMatch(/« Casa », du \d+(er)? .* 20\d\d/)
  expect(french.data).toEqual({
    reservation_id: expect.any(Number),
    home: 'Casa',
    check_in: stay(home).check_in,
    check_out: stay(home).check_out,
  })
  // Without a wish it is that of the account.
  await t.db`update users set locale = 'en' where id = ${owner.id}`
  expect((await read()).title).toBe('New inquiry')
})
