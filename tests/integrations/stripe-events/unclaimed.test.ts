import { expect } from 'vitest'
import { claim, noteUnclaimed, refundUnclaimed } from '../../../src/integrations/stripe-events/unclaimed.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { alone, type TestApp } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { bookThreeNights, notified, refundsMade, show } from '../../support/payments.ts'

/** Money whose payment is not in this database, and a stay that costs as much. */
async function unclaimed(t: TestApp) {
  const { owner, guest } = await scene(t)
  const support = await t.user({ role: 'support' })
  const lost = await bookThreeNights(t, guest, await t.home(owner))
  const stay = await bookThreeNights(t, guest, await t.home(owner))
  t.pay(lost.url)
  const [intent] = t.standin.store.list('payment_intent').map(({ id }) => id)
  if (intent === undefined) throw new Error('nothing is paid')
  await t.app.payments.assignIntent(intent, { paymentKey: crypto.randomUUID(), reservationId: 424_242 })
  const found = await t.app.payments.findIntent(intent)
  if (!found) throw new Error('no intent')
  await Promise.all([noteUnclaimed(t.app, found), noteUnclaimed(t.app, found)])
  return { guest, support, stay, intent }
}

const list = (t: TestApp) => queries.stripeEvents.listUnclaimed(t.db, {})

alone('money that nobody has claimed is noted once, and pays for a stay or goes back, never both', async ({ t }) => {
  for (let round = 0; round < 4; round++) {
    const { guest, support, stay, intent } = await unclaimed(t)
    expect(await list(t)).toMatchObject([{ payment_intent_id: intent, lost_reservation_id: 424_242 }])
    expect(await notified(t, support)).toEqual(['payment_unclaimed'])
    const outcomes = await Promise.allSettled([claim(t.app, intent, stay.id), refundUnclaimed(t.app, intent)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await list(t)).toEqual([])
    const isClaimed = outcomes[0].status === 'fulfilled'
    expect((await show(t, guest, stay.id)).status).toBe(isClaimed ? 'confirmed' : 'pending')
    expect(refundsMade(t).filter(({ payment_intent }) => payment_intent === intent)).toHaveLength(isClaimed ? 0 : 1)
    await expect(refundUnclaimed(t.app, intent)).rejects.toThrow('is not on the list')
  }
})
