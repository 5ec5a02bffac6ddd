import { describe, expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { moneyShown, record } from '../../support/elsewhere.ts'
import { show } from '../../support/payments.ts'
import { linksOf, prove } from '../../support/stay-page.ts'
import { holdUntil } from '../../support/stays.ts'

const days = { check_in: inDays(60), check_out: inDays(63), adults: 2 }
const hold = (t: TestApp, owner: TestUser, home: string, guest: object = { name: 'Ada' }) =>
  t.call('POST', `/properties/${home}/reservations`, { ...days, guest, pay: 'link' }, owner)

async function sweep(t: TestApp) {
  await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
  await t.drain()
}

let count = 0

/** A hold of 300.00 that a company typed and nobody paid. */
async function ended(t: TestApp, { isProved = false } = {}) {
  const owner = await t.user()
  const home = await t.home(owner, { title: 'Casa', base_price: 100 })
  count += 1
  const email = `late${count}@hand.example`
  const { body } = await hold(t, owner, home, { name: 'Ada', email, language: 'en' })
  const id: number = body.data.reservation_id
  if (isProved) await prove(t, id, email)
  await t.drain()
  const mailsBefore = (await t.mails(email)).length
  await holdUntil(t, '-1 second', id)
  await sweep(t)
  const newMails = async () => {
    await t.drain()
    const all = await t.mails(email)
    return all.slice(0, all.length - mailsBefore)
  }
  return { owner, home, id, newMails }
}

describe('a hold by hand that ends unpaid', () => {
  for (const isProved of [false, true])
    test(`is told to its guest once, at an address that is ${isProved ? '' : 'not '}proved`, async ({ t }) => {
      const { owner, id, newMails } = await ended(t, { isProved })
      expect((await show(t, owner, id)).status).toBe('expired')
      await sweep(t)
      const mails = await newMails()
      expect(mails.map(({ subject }) => subject)).toHaveLength(1)
      expect([mails[0]?.subject.includes('no longer held'), mails[0]?.text.includes('Casa')]).toEqual([
        isProved,
        isProved,
      ])
      expect(mails[0]?.text).toMatch(/\/stay\/\S+/)
    })

  test('is revived by a transfer that is recorded late, and its guest gets one mail of it', async ({ t }) => {
    const { owner, id, newMails } = await ended(t, { isProved: true })
    expect(await record(t, owner, id, 300, { method: 'transfer' })).toMatchObject({
      status: 201,
      body: { data: { due: 0, kept: 300 } },
    })
    expect(await show(t, owner, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    const [newest, ...others] = await newMails()
    expect([newest?.subject, others.length]).toEqual(['Reservation confirmed', 1])
    expect(newest?.text).toContain('€300.00')
    const { link } = await linksOf(t, owner, id)
    expect((await t.call('GET', link)).body.data.status).toBe('confirmed')
    expect((await show(t, owner, id)).invoices).toHaveLength(1)
  })

  test('is not revived by a part, nor by more than was due', async ({ t }) => {
    const { owner, id } = await ended(t)
    expect(await record(t, owner, id, 100)).toMatchObject({
      status: 409,
      body: { code: 'part_of_expired', data: { due: 300 } },
    })
    expect((await record(t, owner, id, 301)).body).toMatchObject({ code: 'more_than_due', data: { due: 300 } })
    expect((await show(t, owner, id)).status).toBe('expired')
    expect((await moneyShown(t, owner, id)).kept).toBe(0)
  })

  test('is not revived once its nights are taken, which the refusal says; no money is kept', async ({ t }) => {
    const { owner, home, id } = await ended(t)
    expect((await hold(t, owner, home)).status).toBe(201)
    const answer = await record(t, owner, id, 300)
    expect([answer.status, answer.body.code]).toEqual([409, 'taken'])
    expect((await show(t, owner, id)).status).toBe('expired')
    expect((await moneyShown(t, owner, id)).entries).toEqual([])
  })

  test('is revived over another hold whose time is up', async ({ t }) => {
    const { owner, home, id } = await ended(t)
    const other: number = (await hold(t, owner, home)).body.data.reservation_id
    await holdUntil(t, '-1 second', other)
    expect((await record(t, owner, id, 300)).status).toBe(201)
    expect((await show(t, owner, other)).status).toBe('expired')
  })

  test('shares its nights with no booking that is made at the same time', async ({ t }) => {
    for (let round = 0; round < 4; round++) {
      const { owner, home, id } = await ended(t)
      const [late, again, booked] = await Promise.all([
        record(t, owner, id, 300),
        record(t, owner, id, 300),
        hold(t, owner, home),
      ])
      const revived = [late, again].filter(({ status }) => status === 201).length
      expect([revived, booked.status]).toEqual(revived === 1 ? [1, 409] : [0, 201])
      const [nights] = await t.db`select count(*)::int as count from occupancy where property_id = ${home}`
      expect(nights?.count).toBe(1)
      expect((await moneyShown(t, owner, id)).kept).toBe(revived * 300)
    }
  })
})
