import { expect } from 'vitest'
import { writeThere } from '../../../src/dev/channel/messages.ts'
import { connected, test } from '../../support/channel-manager.ts'
import { stays } from '../../support/channels.ts'
import { markStayRead, messagesOf, writeToGuest } from '../../support/stay-messages.ts'

test('messages of a channel are sent once and written once, whatever runs at the same time, and marks count what is behind them', async ({
  t,
  manager,
}) => {
  const { owner, sell, announced } = await connected(t, manager)
  const revision = sell(30, 33)
  await announced(revision)
  const booking_id = String(revision.booking_id)
  const [{ id } = { id: 0 }] = await stays(t)
  const [{ booking } = { booking: 0 }] = await t.db<{ booking: number }[]>`
    select id as booking from channel_bookings where booking_id = ${booking_id}`
  const enqueueOften = (name: string, data: object) => t.db`
    insert into pgboss.job (name, data) select ${name}, ${t.db.json(data as never)} from generate_series(1, 5)`
  for (let round = 0; round < 5; round++) {
    for (let index = 0; index < 10; index++)
      writeThere(manager, { booking_id, message: `guest ${round} ${index}`, sender: 'guest' })
    const sent = await Promise.all(
      Array.from({ length: 4 }, (_, index) => writeToGuest(t, owner, id, { content: `company ${round} ${index}` })),
    )
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    for (const { body } of sent) await enqueueOften('channel-messages.send', { message_id: body.data.id })
    await enqueueOften('channel-messages.read', { channel_booking_id: booking })
    await Promise.all([t.drain(), ...Array.from({ length: 3 }, () => markStayRead(t, owner, id))])
  }
  await enqueueOften('channel-messages.read', { channel_booking_id: booking })
  await t.drain()
  const words = manager.messages.map(({ message }) => message)
  expect(words).toHaveLength(5 * 14)
  expect(new Set(words).size).toBe(words.length)
  const { data } = await messagesOf(t, owner, id, '?per_page=100')
  expect(data.map(({ content }: { content: string }) => content).toSorted()).toEqual(words.toSorted())
  expect(new Set(data.map(({ state }: { state: string }) => state))).toEqual(new Set(['sent']))
  const [marks] = await t.db`
    select unread, (select count(*)::integer from stay_messages m
      where m.reservation_id = s.reservation_id and m.from_guest and m.id > s.read_up_to) as behind
    from stay_threads s where reservation_id = ${id}`
  expect(marks?.unread).toBe(marks?.behind)
})
