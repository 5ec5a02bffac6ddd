import { expect } from 'vitest'
import { inDays, test } from '../../support/app.ts'
import { beside } from '../../support/beside.ts'
import { channelScene, eventOf, modified, sold, stays } from '../../support/channels.ts'
import { addSupplement, bill } from '../../support/invoices.ts'

test('a bill of a stay that its channel moves shows its new days, and no other does', async ({ t }) => {
  const other = await beside(t, { paid: false })
  const { owner, deliver } = await channelScene(t)
  await deliver(eventOf(sold(30, 33)))
  const id = (await stays(t)).at(-1)?.id ?? 0
  await addSupplement(t, owner, id, 'Bed', 15)
  expect((await bill(t, owner, id)).status).toBe(200)
  const days = () => t.db`select check_in, check_out from payments where reservation_id = ${id} and kind = 'supplement'`
  expect(await days()).toEqual([{ check_in: inDays(30), check_out: inDays(33) }])
  await deliver(eventOf(modified(31, 35, 10)))
  expect(await days()).toEqual([{ check_in: inDays(31), check_out: inDays(35) }])
  await other.expectUntouched()
})
