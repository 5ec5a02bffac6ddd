import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type TestUser, test } from '../support/app.ts'
import { makeKey } from '../support/keys.ts'
import { helper } from '../support/members.ts'
import { pastStay } from '../support/stays.ts'

/** Lists, exports and feeds that a home limits, and who may name it beside its owner and the staff. */
const LISTS: Record<string, 'owner' | 'member' | 'guest' | 'any'> = {
  '/reservations?as=owner': 'member',
  '/reservations?as=guest': 'guest',
  '/events?': 'owner',
  '/mirror/reservations?': 'owner',
  '/mirror/payments?': 'owner',
  '/mirror/invoices?': 'owner',
  '/mirror/calendars?': 'owner',
  '/mirror/properties?': 'owner',
  '/webhook/list?': 'owner',
  '/webhook/notifications-list?': 'owner',
  '/audit?': 'any',
}

const COLUMNS = ['owner', 'member', 'guest', 'any'] as const

test('a list takes the homes that its reader has to do with, and no other', async ({ t }) => {
  const owner = await t.user({ role: 'owner' })
  const home = await t.home(owner)
  const other = await t.user({ role: 'owner' })
  const foreign = await t.home(other)
  const [guest, admin] = [await t.user(), await t.user({ role: 'admin' })]
  await pastStay(t, home, guest)
  const desk = await helper(t, owner, home, ['reservations'])
  const cleaner = await helper(t, owner, home, ['calendar'])

  const ask = async (list: string, user: TestUser, id: string) => {
    const { status, body } = await t.call('GET', `${list}&property_id=${id}`, undefined, user)
    return status === 403 ? body.code : status
  }
  const answers: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [list, who] of Object.entries(LISTS)) {
    const as = (column: (typeof COLUMNS)[number], granted: unknown, refused: unknown) =>
      who === column ? granted : refused
    answers[list] = {
      owner: await ask(list, owner, home),
      desk: await ask(list, desk, home),
      cleaner: await ask(list, cleaner, home),
      guest: await ask(list, guest, home),
      stranger: await ask(list, other, home),
      // Published, so that anybody may see it; it is nothing of theirs.
      published: await ask(list, owner, foreign),
      missing: await ask(list, owner, randomUUID()),
      staff: await ask(list, admin, home),
      'staff, missing': await ask(list, admin, randomUUID()),
    }
    const forMembers = who === 'owner' ? 'forbidden' : 200
    expected[list] = {
      owner: 200,
      desk: forMembers,
      cleaner: as('member', 'right_missing', forMembers),
      guest: as('guest', 200, 404),
      ...{ stranger: 404, published: 404, missing: 404 },
      staff: list.includes('as=') ? 404 : 200,
      'staff, missing': 404,
    }
  }
  expect(answers).toEqual(expected)
  expect(await ask('/reservations?as=all', admin, home)).toBe(200)
  expect(await ask('/reservations?as=all', admin, randomUUID())).toBe(404)
})

test('an export takes the homes where its reader has the right for it', async ({ t }) => {
  const owner = await t.user({ role: 'owner' })
  const home = await t.home(owner)
  const stranger = await t.user()
  const rights = { reservations: 'reservations', payments: 'money', calendar: 'calendar' } as const
  for (const [name, right] of Object.entries(rights)) {
    const [holder, other] = [await helper(t, owner, home, [right]), await helper(t, owner, home, ['messages'])]
    const read = async (user: TestUser) =>
      (await t.call('GET', `/exports/${name}.csv?property_id=${home}`, undefined, user)).status
    const make = async (user: TestUser) =>
      (await t.call('POST', '/exports', { export: name, property_id: home }, user)).status
    for (const ask of [read, make])
      expect([await ask(owner), await ask(holder), await ask(other), await ask(stranger)], name).toEqual([
        ask === read ? 200 : 201,
        ask === read ? 200 : 201,
        403,
        404,
      ])
  }
})

test('an address of an export is made and read for a home of its owner only', async ({ t }) => {
  const owner = await t.user({ role: 'owner' })
  const home = await t.home(owner)
  const stranger = await t.user()
  const body = { export: 'reservations', property_id: home }
  expect((await t.call('POST', '/exports', body, stranger)).status).toBe(404)
  const { url } = (await t.call('POST', '/exports', body, owner)).body.data
  expect((await t.app.inject({ url })).statusCode).toBe(200)
})

test('a key has to do with the homes that it is for, and lists reservations of their owner by default', async ({
  t,
}) => {
  const owner = await t.user({ role: 'owner' })
  const home = await t.home(owner)
  const second = await t.home(owner)
  const guest = await t.user()
  const id = await pastStay(t, home, guest)
  const key = await makeKey(t, owner, { scopes: ['reservations.read', 'events.read'], property_ids: [home] })
  const asKey = { token: key.token }
  expect((await t.call('GET', `/events?property_id=${second}`, undefined, asKey)).status).toBe(404)
  expect((await t.call('GET', `/events?property_id=${home}`, undefined, asKey)).status).toBe(200)
  const { body } = await t.call('GET', '/reservations', undefined, asKey)
  expect(body.data).toMatchObject([{ id }])
})
