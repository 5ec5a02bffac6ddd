import { expect } from 'vitest'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { eventOf, send, sold, subscribe } from '../../support/channels.ts'
import { cancel, paid } from '../../support/payments.ts'
import { shift } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

/** Stays of two guests and of a channel, in homes of two owners; named by what they are, in the order in which they were made. */
async function manyStays(t: TestApp) {
  const [owner, neighbour] = [await t.user(), await t.user()]
  const [ada, emmy] = [await t.user(), await t.user()]
  await t.db`update users set first_name = 'Emmy', last_name = 'Noether' where id = ${emmy.id}`
  const green = await t.home(owner, { title: 'Casa Verde' })
  const rose = await t.home(owner, { title: 'Villa Rosa' })
  const black = await t.home(neighbour, { title: 'Casa Nera' })
  const made = async (guest: TestUser, home: string, from: number) =>
    Number((await book(t, guest, stay(home, from))).body.data.reservation_id)
  const ids = {
    adaGreen: await made(ada, green, 30),
    adaRose: await made(ada, rose, 50),
    adaBlack: await made(ada, black, 60),
    emmyGreen: await made(emmy, green, 40),
  }
  await cancel(t, ada, ids.adaRose)
  const { secret } = await subscribe(t, owner, green)
  await send(t, secret, eventOf(sold(70, 73)))
  await t.drain()
  const [channel] = await t.db<{ id: number }[]>`select id from reservations where contact_id is not null`
  return { owner, ada, green, rose, ids: { ...ids, channel: channel?.id ?? 0 } }
}

type Scene = Awaited<ReturnType<typeof manyStays>>

/** The names of the stays that a list has, in its order. */
async function listed(t: TestApp, { ids }: Scene, user: TestUser, query: Record<string, string>) {
  const { body } = await t.call('GET', `/reservations?${new URLSearchParams(query)}`, undefined, user)
  const found: { id: number }[] = body.data
  expect(body.meta.total).toBe(found.length)
  return found.map(({ id }) => Object.entries(ids).find(([, other]) => other === id)?.[0])
}

alone('an owner finds the stays in their homes, newest first', async ({ t }) => {
  const scene = await manyStays(t)
  for (const [query, found] of [
    [{}, ['channel', 'emmyGreen', 'adaRose', 'adaGreen']],
    [{ status: 'pending' }, ['emmyGreen', 'adaGreen']],
    [{ status: 'cancelled' }, ['adaRose']],
    [{ property_id: scene.green }, ['channel', 'emmyGreen', 'adaGreen']],
    [{ from: inDays(43) }, ['channel', 'emmyGreen', 'adaRose']],
    [{ to: inDays(40) }, ['emmyGreen', 'adaGreen']],
    [{ q: 'verde' }, ['channel', 'emmyGreen', 'adaGreen']],
    [{ q: 'lovelace' }, ['adaRose', 'adaGreen']],
    [{ q: 'noether' }, ['emmyGreen']],
    [{ q: 'hopper' }, ['channel']],
    [{ q: 'HM1234' }, ['channel']],
    [{ q: String(scene.ids.adaGreen) }, ['adaGreen']],
    [{ q: 'nera' }, []],
  ] as [Record<string, string>, string[]][])
    expect(await listed(t, scene, scene.owner, { as: 'owner', ...query }), JSON.stringify(query)).toEqual(found)
})

test('a guest finds their own stays, newest first', async ({ t }) => {
  const scene = await manyStays(t)
  for (const [query, found] of [
    [{}, ['adaBlack', 'adaRose', 'adaGreen']],
    [{ status: 'pending' }, ['adaBlack', 'adaGreen']],
    [{ status: 'cancelled' }, ['adaRose']],
    [{ property_id: scene.rose }, ['adaRose']],
    [{ from: inDays(53) }, ['adaBlack', 'adaRose']],
    [{ to: inDays(50) }, ['adaRose', 'adaGreen']],
    [{ q: 'casa' }, ['adaBlack', 'adaGreen']],
    [{ q: String(scene.ids.adaGreen) }, ['adaGreen']],
    [{ q: 'noether' }, []],
    [{ q: 'HM1234' }, []],
  ] as [Record<string, string>, string[]][])
    expect(await listed(t, scene, scene.ada, query), JSON.stringify(query)).toEqual(found)
})

test('a list says of each stay its home, its people and what was paid', async ({ t }) => {
  const { owner } = await manyStays(t)
  const { body } = await t.call('GET', '/reservations?as=owner', undefined, owner)
  const unpaid = { contact_name: null, payment_status: 'unpaid', overbooked: false }
  expect(body.data).toMatchObject([
    {
      property: { title: 'Casa Verde' },
      guest_name: 'Grace Hopper',
      contact_name: 'Grace Hopper',
      payment_status: 'scheduled',
    },
    { ...unpaid, property: { title: 'Casa Verde' }, guest_name: 'Emmy Noether' },
    { ...unpaid, property: { title: 'Villa Rosa' }, guest_name: 'Ada Lovelace' },
    { ...unpaid, property: { title: 'Casa Verde' }, guest_name: 'Ada Lovelace' },
  ])
})

test('the company reads in the history of a stay who did what, and its guest does not', async ({ t }) => {
  const { owner, guest, id } = await paid(t)
  const member = await joins(t, owner, 'desk')
  await shift(t, id, 0)
  expect(
    (await t.call('POST', `/reservations/change-status-reservation-by-proprio/${id}/checked_in`, {}, member)).status,
  ).toBe(200)
  const last = async (user: TestUser) =>
    (await t.call('GET', `/reservations/${id}`, undefined, user)).body.data.timeline.at(-1)
  expect(await last(owner)).toMatchObject({ to: 'checked_in', actor: 'owner', by: { first_name: expect.any(String) } })
  expect((await last(owner)).by.id).not.toBe(owner.id)
  expect((await last(guest)).by).toBeNull()
})
