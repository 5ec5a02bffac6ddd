import { describe, expect } from 'vitest'
import { inDays, test } from '../../support/app.ts'
import { book, expectHomesInStep, stay } from '../../support/booking.ts'
import { paid, show } from '../../support/payments.ts'
import { moveTo, shift } from '../../support/stays.ts'

/** A guest of three nights who should have come yesterday. */
async function absent(t: Parameters<typeof paid>[0]) {
  const people = await paid(t)
  await shift(t, people.id, -1)
  expect((await moveTo(t, people.owner, people.id, 'no_show')).status).toBe(200)
  return people
}

describe('the nights of a no-show', () => {
  test('are sold again once its company frees them, and the plan and the calendar agree', async ({ t }) => {
    const { owner, guest, home, id } = await absent(t)
    const release = (by = owner) => t.call('POST', `/reservations/${id}/release-nights`, undefined, by)
    const planned = async () =>
      (await t.call('GET', `/plan?from=${inDays(-2)}&to=${inDays(3)}`, undefined, owner)).body.data[0].stays.length
    const free = async () => {
      const address = `/calendars/properties/${home}/availability?from=${inDays(0)}&to=${inDays(1)}`
      return (await t.call('GET', address)).body.data.map(({ status }: { status: string }) => status)
    }
    expect([await planned(), (await show(t, owner, id)).actions.includes('release')]).toEqual([1, true])
    expect((await release(guest)).status).toBe(403)
    expect((await release(await t.user())).status).toBe(404)
    const freed = await release()
    expect([freed.status, freed.body.data]).toEqual([
      200,
      { reservation_id: id, free_from: inDays(0), free_until: inDays(2) },
    ])
    expect(await free()).toEqual(['available', 'available'])
    expect([await planned(), (await show(t, owner, id)).actions.includes('release')]).toEqual([0, false])
    expect((await release()).status).toBe(409)
    expect((await book(t, guest, stay(home, 0, 2))).status).toBe(201)
    await expectHomesInStep(t)
  })

  test('are freed once by two at once, and of no other stay', async ({ t }) => {
    const { owner, id } = await absent(t)
    const release = () => t.call('POST', `/reservations/${id}/release-nights`, undefined, owner)
    const answers = await Promise.all([release(), release()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const confirmed = await paid(t)
    const refused = await t.call('POST', `/reservations/${confirmed.id}/release-nights`, undefined, confirmed.owner)
    expect(refused.status).toBe(409)
  })
})
