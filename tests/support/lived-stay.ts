import { expect } from 'vitest'
import { isStale } from '../../src/platform/db/errors.ts'
import { inDays, type TestApp } from './app.ts'
import { change, changeable } from './changes.ts'
import { show } from './payments.ts'

/** Repeats what a locked table has refused, and accounts of tests, whose own statements nobody repeats. */
const patient = (t: TestApp): TestApp => ({
  ...t,
  async call(...request) {
    for (;;) {
      const answer = await t.call(...request)
      if (answer.status !== 503) return answer
    }
  },
  async user(fields) {
    for (;;)
      try {
        return await t.user(fields)
      } catch (error) {
        if (!isStale(error)) throw error
      }
  },
})

/** A stay that is booked, paid, written about and changed: it writes into most tables with triggers. */
export async function live(app: TestApp): Promise<number> {
  const t = patient(app)
  const { owner, guest, id } = await changeable(t)
  const message = { receiver_id: owner.id, reservation_id: id, content: 'Bonjour' }
  expect((await t.call('POST', '/messages', message, guest)).status).toBe(201)
  expect((await change(t, owner, id, { check_out: inDays(36) })).status).toBe(200)
  expect(await show(t, guest, id)).toMatchObject({ id, check_out: inDays(36) })
  return id
}
