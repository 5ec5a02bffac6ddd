import { describe, expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { change, heldByHand } from '../../support/changes.ts'
import { holdUntil, moveTo, shift } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

/**
 * Every move of a reservation in every state, by everybody who has to do with it: it succeeds exactly when `actions` lists it, and what refuses
 * it names the state and what may be done instead.
 */

interface Stay {
  owner: TestUser
  guest: TestUser
  home: string
  id: number
}

const asked = async (t: TestApp, fields: object = {}): Promise<Stay & { url: string }> => {
  const people = await scene(t, { base_price: 100 })
  const booked = await book(t, people.guest, { ...stay(people.home), ...fields })
  expect(booked.status).toBe(201)
  const { reservation_id, payment_url } = booked.body.data
  return { ...people, id: Number(reservation_id), url: String(payment_url) }
}

const confirmed = async (t: TestApp) => {
  const made = await asked(t)
  await t.deliver(t.pay(made.url))
  return made
}

const moved = async (t: TestApp, made: Stay, word: string) => {
  expect((await moveTo(t, made.owner, made.id, word)).status).toBe(200)
  return made
}

const began = async (t: TestApp, daysAgo: number) => {
  const made = await confirmed(t)
  await shift(t, made.id, -daysAgo)
  return made
}

const ofChannel = async (t: TestApp, made: Stay) => {
  await t.db`update reservations set source = 'channel', ota_name = 'Airbnb' where id = ${made.id}`
  return made
}

const STATES: Record<string, (t: TestApp) => Promise<Stay>> = {
  inquiry: (t) => asked(t, { inquiry: true }),
  'inquiry whose time is up': async (t) => {
    const made = await asked(t, { inquiry: true })
    await holdUntil(t, '-1 second', made.id)
    return made
  },
  'accepted inquiry': async (t) => moved(t, await asked(t, { inquiry: true }), 'confirmed'),
  'inquiry of a channel': async (t) => ofChannel(t, await asked(t, { inquiry: true })),
  hold: asked,
  'hold whose time is up': async (t) => {
    const made = await asked(t)
    await holdUntil(t, '-1 second', made.id)
    return made
  },
  confirmed,
  'confirmed, on the day of arrival': (t) => began(t, 0),
  'confirmed, the day after': (t) => began(t, 1),
  'confirmed, on the day of departure': (t) => began(t, 3),
  'in the house': async (t) => moved(t, await began(t, 1), 'checked_in'),
  'in the house, on the day of departure': async (t) => {
    const made = await moved(t, await began(t, 1), 'checked_in')
    await shift(t, made.id, -3)
    return made
  },
  completed: async (t) => {
    const made = await moved(t, await began(t, 1), 'checked_in')
    await shift(t, made.id, -3)
    return moved(t, made, 'completed')
  },
  'no show': async (t) => moved(t, await began(t, 1), 'no_show'),
  declined: async (t) => moved(t, await asked(t), 'declined'),
  cancelled: async (t) => moved(t, await confirmed(t), 'cancelled'),
  expired: async (t) => {
    const made = await asked(t)
    await t.db`update reservations set status = 'expired', hold_expires_at = null where id = ${made.id}`
    await t.db`delete from occupancy where reservation_id = ${made.id}`
    return made
  },
  'held by hand': async (t) => {
    const made = await heldByHand(t, 'link')
    return { ...made, guest: await t.user() }
  },
  'confirmed, of a channel without a connection': async (t) => ofChannel(t, await confirmed(t)),
}

type Caller = TestUser & { headers?: Record<string, string> }

/** Everybody who may see the stay, and a side that each may take; an accountant takes none. */
const CALLERS: Record<string, { side: 'guest' | 'host' | 'none'; find: (t: TestApp, made: Stay) => Promise<Caller> }> =
  {
    guest: { side: 'guest', find: async (_t, { guest }) => guest },
    owner: { side: 'host', find: async (_t, { owner }) => owner },
    manager: { side: 'host', find: (t, { owner }) => joins(t, owner, 'manager') },
    desk: { side: 'host', find: (t, { owner, home }) => joins(t, owner, 'desk', [home]) },
    accountant: { side: 'none', find: (t, { owner }) => joins(t, owner, 'accountant') },
    support: { side: 'host', find: (t) => t.user({ role: 'support' }) },
  }

const show = async (t: TestApp, by: Caller, id: number) => t.call('GET', `/reservations/${id}`, undefined, by)

const word =
  (name: string) =>
  (t: TestApp, by: Caller, { id }: Stay) =>
    moveTo(t, by, id, name)

/** Each move with the fields that it needs where the stay is, and the side that takes it. */
const MOVES: Record<
  string,
  {
    side: 'guest' | 'host' | 'both'
    take: (t: TestApp, by: Caller, made: Stay, isGuest: boolean) => ReturnType<TestApp['call']>
  }
> = {
  confirm: { side: 'host', take: word('confirmed') },
  decline: { side: 'host', take: word('declined') },
  check_in: { side: 'host', take: word('checked_in') },
  complete: { side: 'host', take: word('completed') },
  no_show: { side: 'host', take: word('no_show') },
  cancel: {
    side: 'both',
    take: async (t, by, { id }, isGuest) =>
      t.call('POST', `/reservations/${id}/cancel`, isGuest ? {} : { refund: 'all', ...(await there(t, id)) }, by),
  },
  change: {
    side: 'host',
    take: async (t, by, { id }) => change(t, by, id, { adults: 1, price: 'keep', ...(await there(t, id)) }),
  },
  request_change: {
    side: 'guest',
    take: (t, by, { id }) => t.call('POST', `/reservations/${id}/change-requests`, { adults: 1 }, by),
  },
}

/** Says of a stay of a channel that it is done there. */
async function there(t: TestApp, id: number) {
  const [row] = await t.db<{ source: string }[]>`select source from reservations where id = ${id}`
  return row?.source === 'channel' ? { done_at_channel: true } : {}
}

/** Callers of this run; the others, who have the rights of these, with `MATRIX=all` (`npm run ci:long`). */
const ASKED = Object.entries(CALLERS).filter(
  ([name]) => process.env.MATRIX === 'all' || ['guest', 'owner', 'accountant'].includes(name),
)

describe.each(Object.entries(STATES))('%s', (_, make) => {
  test.for(ASKED)('%s: a move succeeds exactly when it is listed', async ([, caller], { t }) => {
    const made = await make(t)
    const by = await caller.find(t, made)
    const before = await show(t, by, made.id)
    // The guest of a booking by telephone has no account, so that this one is a stranger.
    if (before.status === 404) return
    const { status, actions } = before.body.data
    const listed = Object.keys(MOVES).filter((name) => actions.includes(name))
    for (const [name, { side, take }] of Object.entries(MOVES).filter(([one]) => !listed.includes(one))) {
      const answer = await take(t, by, made, caller.side === 'guest')
      const isTheirs = side === 'both' ? caller.side !== 'none' : side === caller.side
      if (answer.status === 200) {
        // The state is the wanted one already, or an accepted inquiry waits for its payment.
        expect([name, isTheirs, answer.body.data.status]).toEqual([name, true, status])
      } else if (isTheirs) {
        const { status: refused, body } = answer
        const now = (await show(t, by, made.id)).body.data
        expect([name, refused, body.data]).toEqual([name, 409, { status: now.status, actions: now.actions }])
      } else {
        // A member of a team is no guest (400 `account_refused`).
        expect([name, [400, 403].includes(answer.status)]).toEqual([name, true])
      }
    }
    for (const name of listed) {
      const another = await make(t)
      const other = await caller.find(t, another)
      const answer = await MOVES[name]?.take(t, other, another, caller.side === 'guest')
      expect([name, answer?.status, answer?.body.code]).toEqual([name, expect.toSatisfy(isDone), undefined])
    }
  })
})

const isDone = (status: number): boolean => status === 200 || status === 201
