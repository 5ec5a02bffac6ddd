import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { makeKey } from '../../support/keys.ts'
import { joins } from '../../support/team.ts'

const write = (t: TestApp, by: Pick<TestUser, 'token'>, body: object, headers: Record<string, string> = {}) =>
  t.call('POST', '/inbox/in-house', body, {
    ...by,
    headers: { ...('headers' in by ? (by.headers as object) : {}), ...headers },
  })

/** A company with two homes: in the first a guest with an account, in the second one without, and one who comes later. */
async function house(t: TestApp) {
  const { owner, home, guest } = await scene(t)
  const second = await t.home(owner, { base_price: 80 })
  const booked = await book(t, guest, stay(home))
  const withAccount = Number(booked.body.data.reservation_id)
  const byHand = async (from: number, name: string, email?: string) => {
    const days = { check_in: inDays(from), check_out: inDays(from + 2), adults: 1, pay: 'later' }
    const { body } = await t.call(
      'POST',
      `/properties/${second}/reservations`,
      { ...days, guest: { name, email } },
      owner,
    )
    return Number(body.data.reservation_id)
  }
  const today = await byHand(0, 'Ada', 'ada@house.example')
  const later = await byHand(20, 'Grace', 'grace@house.example')
  await t.db`update reservations set status = 'checked_in', hold_expires_at = null, check_in = current_date - 1, check_out = current_date + 1 where id = ${withAccount}`
  await t.drain()
  return { owner, guest, home, second, withAccount, today, later }
}

describe('one message to all guests in a house', () => {
  test('reaches each of them in a conversation of their own, and nobody who is not there', async ({ t }) => {
    const { owner, guest, withAccount, today } = await house(t)
    const before = (await t.mails('ada@house.example')).length
    const { status, body } = await write(t, owner, { content: 'The water is off.' })
    expect([status, body.data]).toEqual([200, { sent: [withAccount, today], unsent: [] }])
    await t.drain()
    expect((await t.mails('ada@house.example')).length).toBe(before + 1)
    expect((await t.mails('grace@house.example')).filter(({ text }) => text.includes('water'))).toEqual([])
    const { body: read } = await t.call('GET', `/messages/${owner.id}`, undefined, guest)
    expect(read.data[0].content).toBe('The water is off.')
    const { body: thread } = await t.call('GET', `/reservations/${today}/messages`, undefined, owner)
    expect(thread.data.map(({ content }: { content: string }) => content)).toEqual(['The water is off.'])
  })

  test('says whom nothing reaches', async ({ t }) => {
    const { owner, home, guest, withAccount, today } = await house(t)
    await t.db`update contacts set email = null where id = (select contact_id from reservations where id = ${today})`
    const { body } = await write(t, owner, { content: 'Hello' })
    expect(body.data).toEqual({ sent: [withAccount], unsent: [{ reservation_id: today, because: 'unreachable' }] })
    expect([home, guest.id]).toEqual([expect.any(String), expect.any(Number)])
  })

  test('stays within a home that is named, and within the homes of a member', async ({ t }) => {
    const { owner, home, second, withAccount, today } = await house(t)
    expect((await write(t, owner, { content: 'One', property_id: second })).body.data.sent).toEqual([today])
    const member = await joins(t, owner, 'desk', [home])
    expect((await write(t, member, { content: 'Two' })).body.data.sent).toEqual([withAccount])
    expect((await write(t, member, { content: 'Three', property_id: second })).status).toBe(404)
    const key = await makeKey(t, owner, { scopes: ['messages.read'] })
    expect((await write(t, key, { content: 'Four' })).status).toBe(403)
    expect((await write(t, await t.user(), { content: 'Five' })).body.data).toEqual({ sent: [], unsent: [] })
  })

  test('is sent once, however often the request is repeated', async ({ t }) => {
    const { owner, today } = await house(t)
    const headers = { 'idempotency-key': `house-${today}` }
    const answers = []
    for (let one = 0; one < 2; one++)
      answers.push((await write(t, owner, { content: 'Once' }, headers)).body.data.sent.length)
    expect(answers).toEqual([2, 2])
    const { body } = await t.call('GET', `/reservations/${today}/messages`, undefined, owner)
    expect(body.data).toHaveLength(1)
  })
})
