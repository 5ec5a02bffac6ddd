import { describe, expect } from 'vitest'
import { FIELD_INSTEAD, INSTEAD } from '../../../src/refusals.ts'
import { inDays, PASSWORD, type TestApp, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { declaredEffects } from '../../support/effects.ts'
import { held, record, remove } from '../../support/elsewhere.ts'
import { feed } from '../../support/feed.ts'
import { importFile } from '../../support/imports.ts'
import { paid } from '../../support/payments.ts'
import { addEndpoint } from '../../support/receiver.ts'
import { deleteTask, tasksOf } from '../../support/tasks.ts'

type Answer = Awaited<ReturnType<TestApp['call']>>

/** A refusal, and the operation that it names, called as a client would. */
interface Followed {
  refused: Answer
  follow: () => Promise<Answer>
}

const FOLLOWED: Record<keyof typeof INSTEAD, (t: TestApp) => Promise<Followed>> = {
  async ownHome(t) {
    const { owner, home } = await scene(t)
    const nights = { start_date: inDays(30), end_date: inDays(33) }
    return {
      refused: await book(t, owner, stay(home)),
      follow: () => t.call('POST', `/calendars/properties/${home}/close`, nights, owner),
    }
  },
  async quoteExpired(t) {
    const { home, guest } = await scene(t)
    const quote = () => t.call('POST', '/quotes', stay(home), guest)
    const { quote_id } = (await quote()).body.data
    await t.db`update quotes set expires_at = now() - interval '1 minute' where id = ${quote_id}`
    return { refused: await book(t, guest, { quote_id }), follow: quote }
  },
  async entryClosed(t) {
    const { owner, id } = await held(t)
    const { entries } = (await record(t, owner, id, 50)).body.data
    await t.db`update receipts set received_at = now() - interval '1 day' where payment_id = ${entries[0].payment_id}`
    return {
      refused: await remove(t, owner, id, entries[0].payment_id),
      follow: () => record(t, owner, id, -50),
    }
  },
  async taskOfDeparture(t) {
    const { owner } = await paid(t)
    const [task] = await tasksOf(t, owner)
    return {
      refused: await deleteTask(t, owner, task.id),
      follow: () => t.call('PATCH', `/tasks/${task.id}`, { done: true }, owner),
    }
  },
  async endpointDisabled(t) {
    const owner = await t.user()
    const { next } = await feed(t, owner, 'latest')
    const { id } = await addEndpoint(t, owner, 'https://example.org/hooks')
    await t.call('PATCH', `/webhook-endpoints/${id}`, { enabled: false }, owner)
    return {
      refused: await t.call('POST', `/webhook-endpoints/${id}/replay`, { after: next }, owner),
      follow: () => t.call('PATCH', `/webhook-endpoints/${id}`, { enabled: true }, owner),
    }
  },
  async owesStays(t) {
    const { owner, id } = await held(t)
    return {
      refused: await t.call('DELETE', '/user', { current_password: PASSWORD }, owner),
      follow: () => t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, owner),
    }
  },
}

const FIELDS: Record<keyof typeof FIELD_INSTEAD, (t: TestApp) => Promise<Followed>> = {
  async cancelInstead(t) {
    const { owner, id } = await held(t)
    const path = `/reservations/change-status-reservation-by-proprio/${id}/cancelled`
    return {
      refused: await t.call('POST', path, { refund: 'all' }, owner),
      follow: () => t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, owner),
    }
  },
  /** A stay that a channel sold and no connection changes, which the import points to. */
  async changeHere(t) {
    const owner = await t.user()
    const home = await t.home(owner)
    const send = (until: number) => {
      const row = `R1,${home},Ada Lovelace,${inDays(30)},${inDays(until)},300,channel,Airbnb,HM9`
      const header = 'external_id,property,guest_name,check_in,check_out,total,source,channel,channel_code'
      return importFile(t, owner, 'reservations', [header, row], { isTrial: false, locale: 'en' })
    }
    const id = (await send(33)).body.data.stays[0].reservation_id
    const { body, ...answer } = await send(35)
    const errors = Object.groupBy(body.data.problems as { column: string }[], ({ column }) => column)
    const change = { check_out: inDays(35), reason: 'File', done_at_channel: true }
    return {
      refused: { ...answer, body: { ...body, errors } },
      follow: () => t.call('POST', `/reservations/${id}/change`, change, owner),
    }
  },
}

describe('a refusal that names an operation', () => {
  test.for(Object.entries(FOLLOWED))('%s', async ([code, scene], { t }) => {
    const { refused, follow } = await scene(t)
    expect([refused.status < 500, refused.body]).toMatchObject([
      true,
      { success: false, instead: INSTEAD[code as keyof typeof INSTEAD] },
    ])
    await expectFollowed(t, refused.body.instead, follow)
  })

  test.for(Object.entries(FIELDS))('of a field: %s', async ([code, scene], { t }) => {
    const { refused, follow } = await scene(t)
    const instead = FIELD_INSTEAD[code as keyof typeof FIELD_INSTEAD]
    const problems = Object.values(refused.body.errors ?? {}).flat()
    expect(problems).toContainEqual(expect.objectContaining({ instead }))
    await expectFollowed(t, instead, follow)
  })
})

/** The operation exists in the document, and takes what was refused. */
async function expectFollowed(t: TestApp, operationId: string, follow: () => Promise<Answer>) {
  expect([...declaredEffects(t).keys()]).toContain(operationId)
  const followed = await follow()
  expect([followed.status < 300, followed.body]).toEqual([true, followed.body])
}
