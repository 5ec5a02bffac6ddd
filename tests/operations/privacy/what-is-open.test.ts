import { describe, expect } from 'vitest'
import { erase } from '../../support/accounts.ts'
import { alone, PASSWORD, type TestApp, test } from '../../support/app.ts'
import { book, occupied, scene, stay } from '../../support/booking.ts'
import { subscribe } from '../../support/channels.ts'
import { notified, show } from '../../support/payments.ts'
import { moveTo } from '../../support/stays.ts'

/** An inquiry whose guest has erased their account. */
async function withdrawn(t: TestApp) {
  const { owner, home, guest } = await scene(t, { instant_book: false })
  const asked = await book(t, guest, { ...stay(home), inquiry: true })
  expect(await erase(t, guest)).toBe(200)
  await t.drain()
  return { owner, guest, id: Number(asked.body.data.reservation_id) }
}

describe('an erased account', () => {
  alone('has its open inquiries closed, and the owner sees no name', async ({ t }) => {
    const { owner, id } = await withdrawn(t)
    expect((await moveTo(t, owner, id, 'confirmed')).status).toBe(409)
    const shown = await show(t, owner, id)
    expect(shown).toMatchObject({ status: 'cancelled', cancelled_by: 'guest', guest_name: null })
    const { body } = await t.call('GET', '/reservations?as=owner', undefined, owner)
    expect(body.data).toMatchObject([{ id, guest_name: null }])
    expect(await occupied(t)).toEqual([])
  })

  test('is told to the owner of an open inquiry without a name, and by no mail to who is gone', async ({ t }) => {
    const { owner, guest } = await withdrawn(t)
    expect(await notified(t, owner)).toEqual(['reservation_cancelled', 'reservation_inquiry'])
    const mails = await t.mails(owner.email)
    expect(mails).toHaveLength(2)
    const naming = mails.filter(({ text }) => /Lovelace/.test(text)).map(({ subject }) => subject)
    expect(naming).toEqual([expect.stringMatching(/demande/i)])
    const theirs = await t.mails(guest.email)
    expect(theirs).toEqual([])
  })

  test('of an owner declines what guests have asked', async ({ t }) => {
    const { owner, home, guest } = await scene(t, { instant_book: false })
    const asked = await book(t, guest, { ...stay(home), inquiry: true })
    expect(await erase(t, owner)).toBe(200)
    expect(await show(t, guest, Number(asked.body.data.reservation_id))).toMatchObject({ status: 'declined' })
    expect(await notified(t, guest)).toEqual(['reservation_cancelled'])
  })

  test('and an acceptance of its inquiry at once: one of the two comes too late', async ({ t }) => {
    const { owner, home } = await scene(t, { instant_book: false })
    for (let round = 0; round < 8; round++) {
      const guest = await t.user()
      const asked = await book(t, guest, { ...stay(home, 30 + 5 * round), inquiry: true })
      const id = Number(asked.body.data.reservation_id)
      // The check of a password takes so long that the acceptance would always be first.
      await t.db`update users set password_hash = null where id = ${guest.id}`
      const [accepted, erased] = await Promise.all([moveTo(t, owner, id, 'confirmed'), erase(t, guest)])
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([accepted.status, erased])
      expect((await show(t, owner, id)).status).toBe(erased === 200 ? 'cancelled' : 'pending')
    }
  })

  test('takes its webhooks from the channel manager', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { id } = await subscribe(t, owner, home)
    await t.db`update webhook_subscriptions set remote_webhook_id = 'remote-1' where id = ${id}`
    expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, owner)).status).toBe(200)
    const jobs = await t.db`select data from pgboss.job where name = 'channel-manager.delete-webhook'`
    expect(jobs.map(({ data }) => data)).toMatchObject([{ remote_webhook_id: 'remote-1' }])
  })
})
