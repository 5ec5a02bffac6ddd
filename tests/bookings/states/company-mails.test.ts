import { describe, expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { change } from '../../support/changes.ts'
import { makeDue } from '../../support/jobs.ts'
import { bookedByHand } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

/** A stay of a guest without an account, its owner and a person of the desk; `mails` reads what somebody has got since. */
async function company(t: TestApp) {
  const { owner, home, id } = await bookedByHand(t)
  const desk = await joins(t, owner, 'desk')
  const drain = async () => {
    await makeDue(t, 'notifications.mail-gathered')
    await t.drain()
  }
  await drain()
  const before = new Map<string, number>()
  for (const { email } of [owner, desk]) before.set(email, (await t.mails(email)).length)
  const mails = async ({ email }: TestUser) => {
    await drain()
    const all = await t.mails(email)
    return all.slice(0, all.length - (before.get(email) ?? 0))
  }
  return { owner, home, id, desk, mails }
}

const cancel = (t: TestApp, by: TestUser, id: number) =>
  t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, by)

const ACTS: Record<string, (t: TestApp, by: TestUser, id: number) => Promise<{ status: number }>> = {
  'a change': (t, by, id) => change(t, by, id, { adults: 3 }),
  'a cancellation': cancel,
}

describe('a mail to a company about a stay', () => {
  test.for(Object.keys(ACTS))(
    'about %s names guest, home, days and price, and leads to the stay',
    async (act, { t }) => {
      const { owner, id, desk, mails } = await company(t)
      expect((await ACTS[act]?.(t, desk, id))?.status).toBe(200)
      const [mail, ...others] = await mails(owner)
      expect(others).toEqual([])
      expect(mail?.text).toMatch(/: Ada Lovelace\n/)
      expect(mail?.text).toMatch(/: Casa\n/)
      expect(mail?.text).toMatch(/: (€300\.00|300,00\s€)/)
      expect(mail?.text).toContain(t.app.frontEnd.officeStay(id))
    },
  )

  test.for(Object.keys(ACTS))('about %s does not go to the person who did it', async (act, { t }) => {
    const { owner, id, desk, mails } = await company(t)
    expect((await ACTS[act]?.(t, owner, id))?.status).toBe(200)
    expect(await mails(owner)).toEqual([])
    expect(await mails(desk)).toHaveLength(1)
    const { body } = await t.call('GET', '/notifications', undefined, owner)
    expect(body.data[0].data.reservation_id).toBe(id)
  })

  test('goes to nobody who has muted its topic, and the list keeps it', async ({ t }) => {
    const { owner, id, desk, mails } = await company(t)
    const { token, email, id: user_id, username } = desk
    const self = { token, email, id: user_id, username }
    const muted = await t.call('PUT', '/notifications/settings', { muted_topics: ['stays', 'reviews', 'stays'] }, self)
    expect([muted.status, muted.body.muted_topics]).toEqual([200, ['stays', 'reviews']])
    await cancel(t, owner, id)
    expect(await mails(desk)).toEqual([])
    const { body } = await t.call('GET', '/notifications', undefined, self)
    expect(body.data[0].type).toBe('reservation_cancelled')
    const kept = await t.call('PUT', '/notifications/settings', { marketing_emails: true }, self)
    expect(kept.body).toMatchObject({ marketing_emails: true, muted_topics: ['stays', 'reviews'] })
    expect((await t.call('PUT', '/notifications/settings', { muted_topics: ['weather'] }, self)).status).toBe(400)
  })
})
