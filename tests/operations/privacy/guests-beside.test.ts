import { describe, expect } from 'vitest'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand } from '../../support/stay-page.ts'

const erase = (t: TestApp, owner: TestUser, id: number) =>
  t.call('DELETE', `/reservations/${id}/guest-data`, undefined, owner)

/** Ends a stay as time and money would. */
const end = (t: TestApp, id: number) =>
  t.db.begin(async (tx) => {
    await tx`update payments set status = 'cancelled' where reservation_id = ${id}`
    await tx`update reservations set status = 'completed', balance_due_on = null where id = ${id}`
  })

/** One whom the country of the home asks nothing more of. */
const TRAVELLERS = { travellers: [{ nationality: 'FR' }] }

describe('what is written beside the erasure of a guest without an account', () => {
  test('by the company is refused or erased, and mails nobody', async ({ t }) => {
    for (let round = 0; round < 4; round += 1) {
      const email = `beside${round}@example.org`
      const { owner, id } = await bookedByHand(t, { guest: { name: 'Ada', email, language: 'en' } })
      await end(t, id)
      await t.drain()
      const before = (await t.mails(email)).length
      const write = () => writeToGuest(t, owner, id, { content: 'Beside', source: 'mail' })
      const [first, erased, second] = await Promise.all([write(), erase(t, owner, id), write()])
      expect(erased.status).toBe(200)
      for (const { status } of [first, second]) expect([201, 409]).toContain(status)
      const later = await write()
      expect([later.status, later.body.code]).toEqual([409, 'guest_unreachable'])
      await t.drain()
      expect(await t.db`select from stay_messages where reservation_id = ${id}`).toHaveLength(0)
      // A mail that was committed before the erasure may have left already.
      const mailed = (await t.mails(email)).length - before
      expect(mailed).toBeLessThanOrEqual([first, second].filter(({ status }) => status === 201).length)
    }
  })

  test('is refused or erased: travellers too, by link and by the company', async ({ t }) => {
    for (let round = 0; round < 4; round += 1) {
      const { owner, id, fetched } = await bookedByHand(t)
      const byLink = () => t.call('POST', `${fetched}/guests`, TRAVELLERS)
      const byCompany = () => t.call('PUT', `/reservations/${id}/guests`, TRAVELLERS, owner)
      expect([(await byLink()).status, (await byCompany()).status]).toEqual([200, 200])
      await end(t, id)
      const [erased, ...written] = await Promise.all([
        erase(t, owner, id),
        byLink(),
        byCompany(),
        byLink(),
        byCompany(),
      ])
      expect(erased?.status).toBe(200)
      for (const { status } of written) expect([200, 404]).toContain(status)
      expect((await byCompany()).status).toBe(404)
      expect(await t.db`select from travellers where reservation_id = ${id}`).toHaveLength(0)
    }
  })

  test('later is erased by a repetition', async ({ t }) => {
    const { owner, id } = await bookedByHand(t)
    await end(t, id)
    expect((await erase(t, owner, id)).status).toBe(200)
    expect((await writeToGuest(t, owner, id, { content: 'Ada called', source: 'note' })).status).toBe(201)
    expect((await erase(t, owner, id)).status).toBe(200)
    expect(await t.db`select from stay_messages where reservation_id = ${id}`).toHaveLength(0)
  })

  isolated('in a conversation of guest and company at once waits for no deadlock', async ({ t }) => {
    const { owner, id, fetched } = await bookedByHand(t)
    const writing = Array.from({ length: 6 }, (_, one) => [
      writeToGuest(t, owner, id, { content: `Note ${one}`, source: 'note' }),
      t.call('POST', `${fetched}/messages`, { content: `Question ${one}` }),
    ])
    const answers = await Promise.all(writing.flat())
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
    const [row] = await t.db<
      { deadlocks: string }[]
    >`select deadlocks from pg_stat_database where datname = current_database()`
    expect(Number(row?.deadlocks)).toBe(0)
  })
})

describe('the erasure of a guest without an account', () => {
  test.for(['link', 'later'])('is possible after a stay with pay %s was given up', async (pay, { t }) => {
    const { owner, home, id: other } = await bookedByHand(t)
    const days = { check_in: '2031-03-01', check_out: '2031-03-04', adults: 1, guest: { name: 'Grace' } }
    await end(t, other)
    const { body } = await t.call(
      'POST',
      `/properties/${home}/reservations`,
      { ...days, pay, force_rules: true },
      owner,
    )
    const id = Number(body.data.reservation_id)
    expect((await erase(t, owner, id)).body.code).toBe('guest_is_expected')
    expect((await t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, owner)).status).toBe(200)
    expect((await erase(t, owner, id)).status).toBe(200)
  })

  test('waits for a dispute that is open', async ({ t }) => {
    const { owner, id } = await bookedByHand(t)
    await end(t, id)
    const dispute = (status: string | null) => t.db`
      update payments set status = 'cancelled', dispute_status = ${status}, disputed_at = case when ${status}::text is not null then now() end
      where reservation_id = ${id}`
    await dispute('needs_response')
    expect((await erase(t, owner, id)).body.code).toBe('guest_owes')
    await dispute('lost')
    expect((await erase(t, owner, id)).status).toBe(200)
  })
})
