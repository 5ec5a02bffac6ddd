import { expect } from 'vitest'
import { KEY_SCOPES } from '../../../src/accounts/scopes.ts'
import { inDays, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { changeable } from '../../support/changes.ts'
import { makeKey } from '../../support/keys.ts'
import { joins } from '../../support/team.ts'

const WORDS = 'Grandmother’s secret plans'

test('the words of guests are read with `messages.read` alone, wherever they stand', async ({ t }) => {
  const { owner, guest, home, id } = await changeable(t)
  const booked = await book(t, guest, { ...stay(home, 60), message: WORDS })
  const wished = { check_out: inDays(35), message: WORDS }
  const asked = await t.call('POST', `/reservations/${id}/change-requests`, wished, guest)
  expect([booked.status, asked.status]).toEqual([201, 201])
  expect(asked.body.data.change_request.message).toBe(WORDS)
  await t.app.dispatchEvents()

  const withWords = ['/desk', `/reservations/${booked.body.data.reservation_id}`, `/reservations/${id}/change-requests`]
  const without = [
    '/plan',
    `/reservations/${id}`,
    '/reservations?as=owner',
    '/events',
    '/mirror/reservations',
    '/exports/reservations.csv',
    '/exports/payments.csv',
    '/inbox',
  ]
  const scopes = KEY_SCOPES.filter((scope) => scope !== 'messages.read')
  const [all, deaf] = [await makeKey(t, owner), await makeKey(t, owner, { scopes })]
  const accountant = await joins(t, owner, 'accountant')
  const found = async (reader: { token: string }, path: string) =>
    JSON.stringify((await t.call('GET', path, undefined, reader)).body).includes(WORDS)
  for (const path of withWords)
    for (const [reader, reads] of [
      [owner, true],
      [all, true],
      [deaf, false],
      [accountant, false],
    ] as const)
      expect([path, await found(reader, path)]).toEqual([path, reads])
  for (const path of without)
    for (const reader of [deaf, accountant]) expect([path, await found(reader, path)]).toEqual([path, false])
  for (const own of withWords.slice(1)) expect(await found(guest, own)).toBe(true)

  const request = asked.body.data.change_request.id
  const declined = await t.call('POST', `/reservations/${id}/change-requests/${request}/decline`, {}, deaf)
  expect([declined.status, declined.body.data.status, declined.body.data.message]).toEqual([200, 'declined', null])
})

test('the webhook endpoints of an account are listed by those who act for all its homes', async ({ t }) => {
  const owner = await t.user()
  const home = await t.home(owner)
  const url = 'https://example.com/hook'
  expect((await t.call('POST', '/webhook-endpoints', { url }, owner)).status).toBe(201)
  const some = [home]
  const list = (reader: { token: string }) => t.call('GET', '/webhook-endpoints', undefined, reader)
  for (const reader of [owner, await makeKey(t, owner), await joins(t, owner, 'manager')])
    expect((await list(reader)).body.data).toMatchObject([{ url }])
  for (const reader of [await makeKey(t, owner, { property_ids: some }), await joins(t, owner, 'manager', some)])
    expect(await list(reader)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})
