import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { change } from '../../support/changes.ts'
import { record } from '../../support/elsewhere.ts'
import { show } from '../../support/payments.ts'
import { linksOf, read } from '../../support/stay-page.ts'
import { shift } from '../../support/stays.ts'

const wanted = { check_in: inDays(20), check_out: inDays(23), adults: 2, guest: { name: 'Ada' }, pay: 'later' }
const byHand = (t: TestApp, owner: TestUser, home: string, fields: object = {}) =>
  t.call('POST', `/properties/${home}/reservations`, { ...wanted, ...fields }, owner)

async function booked(t: TestApp, fields: object = {}) {
  const owner = await t.user()
  const home = await t.home(owner, { base_price: 100 })
  const { status, body } = await byHand(t, owner, home, fields)
  expect([status, body.errors]).toEqual([201, undefined])
  const id: number = body.data.reservation_id
  const dueOn = async () => (await show(t, owner, id)).payments.map(({ due_on }: { due_on: string }) => due_on)
  /** True if the desk and its list of overdue stays have the stay; both say the same. */
  const isOverdue = async () => {
    const listed = (await t.call('GET', '/reservations?as=owner&open=overdue', undefined, owner)).body.data
    const { unpaid } = (await t.call('GET', '/desk', undefined, owner)).body.data
    expect(unpaid.total).toBe(listed.length)
    return listed.some((one: { id: number }) => one.id === id)
  }
  const dayPasses = () => t.db`update payments set due_on = ${inDays(-1)} where reservation_id = ${id}`
  return { owner, home, id, dueOn, isOverdue, dayPasses }
}

describe('what is paid later', () => {
  test('is due by the day of arrival, and overdue only after it', async ({ t }) => {
    const { owner, id, dueOn, isOverdue, dayPasses } = await booked(t)
    expect(await dueOn()).toEqual([inDays(20)])
    const { link } = await linksOf(t, owner, id)
    expect((await read(t, link)).money.payments).toMatchObject([{ amount: 300, due_on: inDays(20) }])
    expect(await isOverdue()).toBe(false)
    await t.db`update payments set due_on = ${inDays(0)} where reservation_id = ${id}`
    expect(await isOverdue()).toBe(false)
    await dayPasses()
    expect(await isOverdue()).toBe(true)
    expect((await record(t, owner, id, 300)).status).toBe(201)
    expect(await isOverdue()).toBe(false)
  })

  test('is due by the day that the company names', async ({ t }) => {
    const { owner, home, dueOn } = await booked(t, { due_on: inDays(5) })
    expect(await dueOn()).toEqual([inDays(5)])
    const refused = async (fields: object) => Object.keys((await byHand(t, owner, home, fields)).body.data)
    expect(await refused({ due_on: inDays(-2) })).toEqual(['due_on'])
    expect(await refused({ due_on: inDays(800) })).toEqual(['due_on'])
    expect(await refused({ due_on: inDays(5), pay: 'link' })).toEqual(['due_on'])
    expect(await refused({ due_on: 'soon' })).toEqual(['due_on'])
  })

  test('may be paid before, in parts; the rest keeps its day', async ({ t }) => {
    const { owner, id, isOverdue, dueOn, dayPasses } = await booked(t)
    expect((await record(t, owner, id, 100)).status).toBe(201)
    expect((await dueOn()).at(-1)).toBe(inDays(20))
    expect(await isOverdue()).toBe(false)
    await dayPasses()
    expect(await isOverdue()).toBe(true)
  })

  test('moves with the arrival, and what a change adds is due with it', async ({ t }) => {
    const { owner, id, dueOn, isOverdue } = await booked(t)
    const longer = { check_in: inDays(40), check_out: inDays(44) }
    expect((await change(t, owner, id, longer)).status).toBe(200)
    const days = await dueOn()
    expect([days.length, new Set(days)]).toEqual([2, new Set([inDays(40)])])
    expect(await isOverdue()).toBe(false)
  })

  test('does not hide the arrival before its day, but after it', async ({ t }) => {
    const { owner, id, home, dayPasses } = await booked(t)
    await t.call('PUT', `/properties/${home}/arrival`, { texts: { en: { directions: 'Left' } } }, owner)
    await shift(t, id, 0)
    const { link } = await linksOf(t, owner, id)
    const state = async () => (await read(t, link)).arrival?.state
    expect(await state()).toBe('open')
    await dayPasses()
    expect(await state()).toBe('unpaid')
  })

  test('has no day where the nights are held until it is paid', async ({ t }) => {
    const { dueOn, isOverdue } = await booked(t, { pay: 'link' })
    expect([await dueOn(), await isOverdue()]).toEqual([[null], true])
  })
})
