import { describe, expect } from 'vitest'
import { seedDemo } from '../../src/dev/demo/seed.ts'
import { alone } from '../support/app.ts'
import { addDemoCities } from '../support/demo-cities.ts'

describe('the stays of the demo', () => {
  alone('have the history, the payments, the documents and the notifications of their states', async ({ t }) => {
    await addDemoCities(t)
    await seedDemo(t.app)
    await t.drain()
    const stays = await t.db<{ id: number; status: string; steps: string[]; money: string[]; told: string[] }[]>`
      select r.id, r.status,
        (select array_agg(concat_ws(' ', e.from_status, e.to_status, e.actor) order by e.at)
          from reservation_events e where e.reservation_id = r.id) as steps,
        (select array_agg(concat_ws(' ', p.kind, p.status, p.amount_cents = r.due_now_cents, t.status,
            t.amount_cents = p.amount_cents, t.refunded_cents = p.amount_cents,
            (select sum(f.amount_cents) = p.amount_cents from refunds f where f.payment_id = p.id and f.status = 'succeeded'),
            (select string_agg(i.kind::text, ' ' order by i.kind) from invoices i where i.payment_id = p.id)))
          from payments p left join receipts t on t.payment_id = p.id where p.reservation_id = r.id and p.kind = 'booking') as money,
        array(select distinct n.type::text from notifications n where (n.data ->> 'reservation_id')::bigint = r.id order by 1) as told
      from reservations r where r.guest_id is not null order by r.id`
    const SOLD = ['pending guest', 'pending confirmed system']
    const PAID = ['booking paid t applied t f invoice']
    const TOLD = ['payment_received', 'reservation_confirmed']
    const byStatus: Record<string, [steps: string[], money: string[] | null, told: string[]]> = {
      inquiry: [['inquiry guest'], null, ['reservation_inquiry']],
      declined: [['inquiry guest', 'inquiry declined owner'], null, ['inquiry_declined', 'reservation_inquiry']],
      expired: [['pending guest', 'pending expired system'], ['booking cancelled t'], []],
      confirmed: [SOLD, PAID, TOLD],
      checked_in: [[...SOLD, 'confirmed checked_in owner'], PAID, TOLD],
      no_show: [[...SOLD, 'confirmed no_show owner'], PAID, TOLD],
      cancelled: [
        [...SOLD, 'confirmed cancelled guest'],
        ['booking refunded t applied t t t credit_note invoice'],
        ['payment_received', 'refund_approved', 'reservation_cancelled', 'reservation_confirmed'],
      ],
    }
    const HELD = [...SOLD, 'confirmed checked_in owner', 'checked_in completed system']
    for (const { id, status, steps, money, told } of stays) {
      const [wantedSteps, wantedMoney, wantedTold] = byStatus[status] ?? [HELD, PAID, told]
      expect([steps, money?.map((one) => one.split(' ').toSorted()), told], `${id} ${status}`).toEqual([
        wantedSteps,
        wantedMoney?.map((one) => one.split(' ').toSorted()),
        wantedTold,
      ])
    }
    expect(new Set(stays.map(({ status }) => status))).toEqual(new Set([...Object.keys(byStatus), 'completed']))
    // Nobody is told of what they could not know yet, and the newest comes last.
    expect(await t.db`select from notifications where created_at > now() + interval '1 minute'`).toEqual([])
    expect(
      await t.db`
        select from reservation_events e where at > now() or at < (
          select max(at) from reservation_events b where b.reservation_id = e.reservation_id and b.id < e.id)`,
    ).toEqual([])
  })
})
