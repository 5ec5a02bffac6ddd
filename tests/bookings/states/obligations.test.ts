import { expect } from 'vitest'
import { erase } from '../../support/accounts.ts'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { cancel, expire } from '../../support/payments.ts'
import { pastStay } from '../../support/stays.ts'

const archive = async (t: TestApp, owner: TestUser, home: string) =>
  (await t.call('DELETE', `/properties/${home}`, undefined, owner)).status
test('a home is archived when its own stays are over, whatever is booked elsewhere', async ({ t }) => {
  const other = await scene(t)
  await book(t, other.guest, stay(other.home))
  const { owner, home, guest } = await scene(t)
  await pastStay(t, home, guest, { status: 'confirmed' })
  const booked = await book(t, guest, stay(home))
  expect(await archive(t, owner, home)).toBe(409)
  await expire(t, Number(booked.body.data.reservation_id))
  expect(await archive(t, owner, home)).toBe(200)
  expect(await archive(t, other.owner, other.home)).toBe(409)
})

test('an account is erased when its own stays are over, whatever others have booked', async ({ t }) => {
  const other = await scene(t)
  await book(t, other.guest, stay(other.home))
  const { owner, home, guest } = await scene(t)
  await pastStay(t, home, guest, { status: 'confirmed' })
  expect(await erase(t, guest)).toBe(200)
  expect(await erase(t, owner)).toBe(200)
  expect([await erase(t, other.guest), await erase(t, other.owner)]).toEqual([409, 409])
})

test('a stay that was given up keeps neither a home nor its people', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const booked = await book(t, guest, stay(home))
  expect((await cancel(t, guest, Number(booked.body.data.reservation_id))).status).toBe(200)
  expect([await erase(t, guest), await archive(t, owner, home), await erase(t, owner)]).toEqual([200, 200, 200])
})

alone('a stay is current on its check-out day', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  await pastStay(t, home, guest, { status: 'confirmed', endedDaysAgo: 0 })
  expect(await t.db`select check_out from reservations`).toEqual([{ check_out: inDays(0) }])
  expect([await erase(t, guest), await archive(t, owner, home)]).toEqual([409, 409])
})
