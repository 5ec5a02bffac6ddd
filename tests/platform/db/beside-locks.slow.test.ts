import { expect, inject, vi } from 'vitest'
import { type Answer, type TestApp, type TestUser, test } from '../../support/app.ts'
import { subscribe } from '../../support/channels.ts'
import { addSupplement } from '../../support/invoices.ts'
import { markRead, write } from '../../support/messages.ts'
import { cancel, reserved, sessionOf, verify } from '../../support/payments.ts'
import { paidStay } from '../../support/settlement.ts'
import { moveTo, pastStay } from '../../support/stays.ts'
import { SEASON } from '../../support/world.ts'

/** Operations, the table whose rows somebody else is changing, and how the statement waits for them. */
type Case = [name: string, table: string, waits: RegExp, prepare: (t: TestApp) => Promise<() => Promise<unknown>>]

const done = (answer: Promise<Answer>) => answer.then(({ status }) => expect(status).toBeLessThan(300))

const put = (t: TestApp, path: string, body: object, user: TestUser) => () => done(t.call('PUT', path, body, user))

const CASES: Case[] = [
  [
    'a refund',
    'payments',
    /from payments.*for update/s,
    async (t) => {
      const { id } = await paidStay(t)
      const support = await t.user({ role: 'support' })
      const [payment] = await t.db<{ id: number }[]>`select id from payments where reservation_id = ${id}`
      return () => done(t.call('POST', `/payments/${payment?.id}/refund`, { amount: 1, reason: 'x' }, support))
    },
  ],
  [
    'the sending of a refund',
    'payments',
    /from receipts.*for update of p/s,
    async (t) => {
      const { refundAmount } = await paidStay(t)
      await refundAmount(100)
      return () => t.drain()
    },
  ],
  [
    'a payment that comes in',
    'payments',
    /from payments where id.*for update/s,
    async (t) => {
      const { url } = await reserved(t)
      t.pay(url)
      return () => done(verify(t, sessionOf(url)))
    },
  ],
  [
    'a confirmation by the owner',
    'payments',
    /from payments where reservation_id.*for update/s,
    async (t) => {
      const { owner, id } = await reserved(t)
      return () => done(moveTo(t, owner, id, 'confirmed'))
    },
  ],
  [
    'a cancellation',
    'reservations',
    /from reservations.*for update of r/s,
    async (t) => {
      const { guest, id } = await paidStay(t)
      return () => done(cancel(t, guest, id))
    },
  ],
  [
    'a cancellation that gives money back',
    'receipts',
    /from payments.*for update of p, r/s,
    async (t) => {
      const { guest, id } = await paidStay(t)
      return () => done(cancel(t, guest, id))
    },
  ],
  [
    'a supplement',
    'reservations',
    /from reservations.*for update/s,
    async (t) => {
      const { owner, id } = await paidStay(t)
      return () => done(addSupplement(t, owner, id, 'Bed', 5))
    },
  ],
  [
    'a mark of messages as read',
    'conversation_sides',
    /from conversation_sides.*for update/s,
    async (t) => {
      const { owner, guest } = await reserved(t)
      await write(t, guest, owner)
      return () => done(markRead(t, owner, guest))
    },
  ],
  [
    'a message',
    'users',
    /from users.*for share/s,
    async (t) => {
      const { owner, guest } = await reserved(t)
      return () => done(write(t, guest, owner))
    },
  ],
  [
    'a change of a profile',
    'users',
    /from users.*for update/s,
    async (t) => put(t, '/user', { first_name: 'Grace' }, await t.user()),
  ],
  [
    'a change of a home',
    'properties',
    /from properties.*for update/s,
    async (t) => {
      const owner = await t.user()
      return put(t, `/properties/${await t.home(owner)}`, { title: 'Casa' }, owner)
    },
  ],
  [
    'a change of a season',
    'seasons',
    /from seasons.*for update/s,
    async (t) => {
      const owner = await t.user()
      const season = await t.call('POST', '/seasons-test', { ...SEASON, property_id: await t.home(owner) }, owner)
      return put(t, `/seasons-test/${season.body.data.id}`, { season_libelle: 'y' }, owner)
    },
  ],
  [
    'a change of a subscription',
    'webhook_subscriptions',
    /from webhook_subscriptions.*for update/s,
    async (t) => {
      const owner = await t.user()
      const home = await t.home(owner)
      const { id } = await subscribe(t, owner, home)
      return put(t, `/webhook/${id}/${home}/update`, { is_active: false }, owner)
    },
  ],
  [
    'a card that goes',
    'customers',
    /from customers.*for update/s,
    async (t) => {
      const user = await t.user()
      const card = await t.call('POST', '/user-payment-methods', { payment_method_id: 'pm_card_visa' }, user)
      return () => done(t.call('DELETE', `/user-payment-methods/${card.body.data.id}`, undefined, user))
    },
  ],
  [
    'a review',
    'properties',
    /from properties.*for no key update/s,
    async (t) => {
      const guest = await t.user()
      const home = await t.home(await t.user())
      await pastStay(t, home, guest)
      return () => done(t.call('POST', `/properties/${home}/comments`, { rating: 5, content: 'x' }, guest))
    },
  ],
]

/** Changes rows of a table, those of neighbours or all others, for as long as `work` takes. */
async function whileChanged(t: TestApp, table: string, whose: 'neighbours' | 'own', work: () => Promise<unknown>) {
  const rows = inject('neighbours').rows.flatMap((one) => (one.table === table ? [one.row] : []))
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const changing = t.db.begin(async (tx) => {
    await tx`
      select from ${tx(table)} x
      where (x::text = any (${t.db.array(rows)}::text[])) = ${whose === 'neighbours'} for no key update`
    hold()
    await released
  })
  await held
  await work().finally(release)
  await changing
}

test.for(CASES)(
  '%s waits for who is changing %s, before it looks at them',
  async ([, table, waits, prepare], { t }) => {
    const act = await prepare(t)
    let acting: Promise<unknown> | undefined
    await whileChanged(t, table, 'own', async () => {
      acting = act()
      await vi.waitFor(async () => {
        const waiting = await t.db<{ query: string }[]>`
        select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(waiting.map(({ query }) => query)).toEqual([expect.stringMatching(waits)])
      }, 5_000)
    })
    await acting
  },
)

test.for(CASES)('%s waits for nobody who is changing %s of others', async ([, table, , prepare], { t }) => {
  const act = await prepare(t)
  let isDone = false
  await whileChanged(t, table, 'neighbours', async () => {
    void act().then(() => {
      isDone = true
    })
    await vi.waitFor(() => expect(isDone).toBe(true), 15_000)
  })
})
