import { describe, expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { change } from '../../support/changes.ts'
import { addSupplement, bill } from '../../support/invoices.ts'
import { makeDue } from '../../support/jobs.ts'
import { bookedByHand, prove } from '../../support/stay-page.ts'

interface Event {
  act: (t: TestApp, owner: TestUser, id: number) => Promise<unknown>
  /** Facts that a proved address reads, beside the home and the company. */
  says: string[]
}

const EVENTS: Record<string, Event> = {
  bill: {
    act: async (t, owner, id) => {
      await addSupplement(t, owner, id, 'Firewood', 10)
      expect((await bill(t, owner, id)).status).toBe(200)
    },
    says: ['Extras to pay', 'Firewood: €10.00'],
  },
  change: {
    act: async (t, owner, id) => {
      expect((await change(t, owner, id, { adults: 3 })).status).toBe(200)
    },
    says: ['Reservation modified', 'Guests: 2 → 3', 'Price: €'],
  },
  move: {
    act: async (t, owner, id) => {
      const property_id = await t.home(owner, { title: 'Villa', base_price: 150 })
      expect((await change(t, owner, id, { property_id })).status).toBe(200)
    },
    says: ['Another home for your stay', 'Home: Casa → Villa'],
  },
  cancellation: {
    act: async (t, owner, id) => {
      const answer = await t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, owner)
      expect(answer.status).toBe(200)
    },
    says: ['Reservation cancelled', 'Days: ', 'Price: €'],
  },
}

const CASES = Object.keys(EVENTS).flatMap((event) => [
  { event, is: 'unproved' as const },
  { event, is: 'proved' as const },
])

let count = 0

describe('a guest without an account', () => {
  test.for(CASES)('gets one mail of a $event, at an address that is $is', async ({ event, is }, { t }) => {
    const { act, says } = EVENTS[event] as Event
    count += 1
    const email = `guest${count}@mails.example`
    const guest = { name: 'Ada', email, language: 'en' }
    const { owner, id } = await bookedByHand(t, { guest })
    expect((await t.call('PUT', '/company', { name: 'Blue Homes' }, owner)).status).toBe(200)
    if (is === 'proved') await prove(t, id, email)
    const read = async () => {
      await makeDue(t, 'stays.mail-changed')
      await t.drain()
      return t.mails(email)
    }
    const before = (await read()).length
    await act(t, owner, id)
    const all = await read()
    const mails = all.slice(0, all.length - before)
    expect(mails.map(({ subject }) => subject)).toHaveLength(1)
    const [mail] = mails
    const seen = `${mail?.subject}\n${mail?.text}`
    for (const fact of [...says, 'Casa', 'Blue Homes'].filter((one) => event !== 'move' || one !== 'Casa'))
      expect([fact, seen.includes(fact)]).toEqual([fact, is === 'proved'])
    if (is === 'proved') expect(seen.replaceAll(/https?:\S+/g, '')).not.toContain('Séjour')
    expect(seen).toMatch(/\/(stay|pay)\/\S+/)
  })
})
