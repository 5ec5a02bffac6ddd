import { expect } from 'vitest'
import { test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { conversations, history, markRead, write } from '../../support/messages.ts'

test('a conversation that could begin is empty, and says with whom', async ({ t }) => {
  const { owner, guest } = await scene(t)
  const { status, body } = await history(t, guest, owner)
  expect([status, body.data, body.meta]).toEqual([
    200,
    [],
    {
      per_page: 20,
      next_before: null,
      user: { id: owner.id, first_name: 'Ada', avatar: null },
      blocked: false,
      can_write: true,
      unread: 0,
      unanswered: false,
      waiting_since: null,
      read_up_to: 0,
    },
  ])
  expect((await conversations(t, guest)).data).toEqual([])
})

test('names are not read by counting: who may not be written to is unknown', async ({ t }) => {
  const { owner, guest } = await scene(t)
  const stranger = await t.user()
  for (const [reader, other] of [
    [owner, guest],
    [guest, stranger],
    [guest, guest],
  ] as const)
    expect((await history(t, reader, other)).status).toBe(404)
  expect((await history(t, guest, { id: 999_999 })).status).toBe(404)
})

test('an old conversation says whether one may write, and who blocks whom', async ({ t }) => {
  const { owner, guest } = await scene(t)
  await write(t, guest, owner)
  await t.call('POST', `/messages/${guest.id}/block`, undefined, owner)
  expect((await history(t, guest, owner)).body.meta).toMatchObject({ can_write: false, blocked: false })
  expect((await history(t, owner, guest)).body.meta).toMatchObject({ can_write: true, blocked: true })
  await t.db`update users set deleted_at = now(), first_name = '' where id = ${owner.id}`
  expect((await history(t, guest, owner)).body.meta).toMatchObject({
    can_write: false,
    user: { id: owner.id, first_name: null },
  })
})

test('reading a conversation reads the notifications of its messages, and no others', async ({ t }) => {
  const { owner, guest } = await scene(t)
  const other = await t.user()
  for (const from of [guest, guest, other]) await write(t, from, owner)
  const unread = async () => (await t.call('GET', '/notifications?unread=true', undefined, owner)).body
  expect((await unread()).data).toHaveLength(3)
  expect((await conversations(t, owner)).meta.unread).toBe(3)
  await markRead(t, owner, guest)
  const left = await unread()
  expect([left.meta.unread, left.data.map(({ data }: { data: { user_id: number } }) => data.user_id)]).toEqual([
    1,
    [other.id],
  ])
  expect((await conversations(t, owner)).meta.unread).toBe(1)
})
