import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type TestUser, test } from '../support/app.ts'
import { makeKey } from '../support/keys.ts'
import { pastStay } from '../support/stays.ts'
import { asThemselves, joins } from '../support/team.ts'

/** Lists, exports and feeds that a home limits, and who may name it beside its owner and the staff. */
const LISTS: Record<string, 'owner' | 'guest'> = {
  '/reservations?as=owner': 'owner',
  '/reservations?as=guest': 'guest',
  '/events?': 'owner',
  '/mirror/reservations?': 'owner',
  '/mirror/payments?': 'owner',
  '/mirror/invoices?': 'owner',
  '/mirror/calendars?': 'owner',
  '/mirror/properties?': 'owner',
  '/webhook/list?': 'owner',
  '/webhook/notifications-list?': 'owner',
  '/audit?': 'owner',
}

test('a list takes the homes that its reader has to do with, and no other', async ({ t }) => {
  const owner = await t.user({ role: 'owner' })
  const home = await t.home(owner)
  const other = await t.user({ role: 'owner' })
  const foreign = await t.home(other)
  const [guest, admin] = [await t.user(), await t.user({ role: 'admin' })]
  await pastStay(t, home, guest)
  const manager = await joins(t, owner, 'manager', [home])
  const second = await t.home(owner)

  const ask = async (list: string, user: TestUser, id: string) => {
    const { status, body } = await t.call('GET', `${list}&property_id=${id}`, undefined, user)
    return status === 403 ? body.code : status
  }
  const answers: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [list, who] of Object.entries(LISTS)) {
    answers[list] = {
      owner: await ask(list, owner, home),
      manager: await ask(list, manager, home),
      'manager, elsewhere': await ask(list, manager, second),
      'manager, alone': await ask(list, asThemselves(manager), home),
      guest: await ask(list, guest, home),
      stranger: await ask(list, other, home),
      // Published, so that anybody may see it; it is nothing of theirs.
      published: await ask(list, owner, foreign),
      missing: await ask(list, owner, randomUUID()),
      staff: await ask(list, admin, home),
      'staff, missing': await ask(list, admin, randomUUID()),
    }
    // Subscriptions of a channel concern the whole account.
    const isForAll = list.startsWith('/webhook/')
    expected[list] = {
      owner: 200,
      manager: isForAll ? 'forbidden' : 200,
      'manager, elsewhere': isForAll ? 'forbidden' : 404,
      'manager, alone': 404,
      guest: who === 'guest' ? 200 : 404,
      ...{ stranger: 404, published: 404, missing: 404 },
      staff: list.includes('as=') ? 404 : 200,
      'staff, missing': 404,
    }
  }
  expect(answers).toEqual(expected)
  expect(await ask('/reservations?as=all', admin, home)).toBe(200)
  expect(await ask('/reservations?as=all', admin, randomUUID())).toBe(404)
})

test('an export takes the homes of a member whose role has the scope for it', async ({ t }) => {
  const owner = await t.user({ role: 'owner' })
  const [home, second] = [await t.home(owner), await t.home(owner)]
  const stranger = await t.user()
  const [books, desk] = [await joins(t, owner, 'accountant', [home]), await joins(t, owner, 'desk')]
  for (const name of ['reservations', 'payments']) {
    const read = async (user: TestUser, id = home) =>
      (await t.call('GET', `/exports/${name}.csv?property_id=${id}`, undefined, user)).status
    const make = async (user: TestUser, id = home) =>
      (await t.call('POST', '/exports', { export: name, property_id: id }, user)).status
    for (const [ask, granted] of [
      [read, 200],
      [make, 201],
    ] as const)
      expect(
        [await ask(owner), await ask(books), await ask(books, second), await ask(desk), await ask(stranger)],
        name,
      ).toEqual([granted, granted, 404, 403, 404])
  }
  const calendar = await t.call('POST', '/exports', { export: 'calendar' }, books)
  expect(calendar.body).toMatchObject({ code: 'scope_missing', data: { scope: 'calendar.read' } })
})

test('an address of an export that a member has made is for their homes, and ends with their place', async ({ t }) => {
  const owner = await t.user({ role: 'owner' })
  const [home, second] = [await t.home(owner), await t.home(owner)]
  const guest = await t.user()
  const [here] = [await pastStay(t, home, guest), await pastStay(t, second, guest)]
  const books = await joins(t, owner, 'accountant', [home])
  const { url } = (await t.call('POST', '/exports', { export: 'reservations' }, books)).body.data
  const read = () => t.app.inject({ url })
  const first = await read()
  expect(first.statusCode).toBe(200)
  expect(
    first.body
      .split('\n')
      .slice(1, -1)
      .map((row) => row.split(',')[0]),
  ).toEqual([String(here)])
  const forged = await t.app.inject({ url: url.replace(/&member=\d+/, '') })
  expect(forged.statusCode).toBe(403)
  await t.call('PATCH', `/team/${books.member_id}`, { role: 'desk' }, owner)
  expect((await read()).statusCode).toBe(403)
  await t.call('PATCH', `/team/${books.member_id}`, { role: 'accountant' }, owner)
  expect((await read()).statusCode).toBe(200)
  await t.call('DELETE', `/team/${books.member_id}`, undefined, owner)
  await joins(t, owner, 'accountant', [home], asThemselves(books))
  expect((await read()).statusCode).toBe(403)
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
