import { expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../support/app.ts'
import { scene } from '../support/booking.ts'

const report = (t: TestApp, by: TestUser | undefined, other: { id: number }, body: object = { reason: 'Insultes' }) =>
  t.call('POST', `/messages/${other.id}/report`, body, by)
const listed = (t: TestApp, by?: TestUser) => t.call('GET', '/messages/reports', undefined, by)
const reading = (t: TestApp, by: TestUser | undefined, id: unknown, query = '') =>
  t.call('GET', `/messages/reports/${id}${query}`, undefined, by)

test('support reads a conversation that one of the two has reported, and each reading is written down', async ({
  t,
}) => {
  const { owner, guest, home } = await scene(t)
  const [support, admin, stranger] = [
    await t.user({ role: 'support' }),
    await t.user({ role: 'admin' }),
    await t.user(),
  ]
  for (const content of ['Bonjour', 'Un lit ?', 'Alors ?']) {
    await t.call('POST', '/messages', { receiver_id: owner.id, content, property_id: home }, guest)
  }
  // Support is no party of this conversation, and nobody has reported it.
  expect((await t.call('GET', `/messages/${guest.id}`, undefined, support)).status).toBe(404)
  expect((await listed(t, support)).body.data).toEqual([])
  expect((await reading(t, support, 1)).status).toBe(404)

  // Who may report, and what.
  expect((await report(t, undefined, guest)).status).toBe(401)
  for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(1_001) }, { reason: 7 }]) {
    const refused = await report(t, owner, guest, body)
    expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, ['reason']])
  }
  for (const [by, other] of [[stranger, guest] as const, [owner, stranger] as const, [owner, owner] as const]) {
    expect((await report(t, by, other)).status).toBe(404)
  }
  expect((await report(t, owner, { id: 999_999 })).status).toBe(404)
  expect((await listed(t, support)).body.data).toEqual([])

  // Many at once are one report.
  const raced = await Promise.all(Array.from({ length: 20 }, () => report(t, owner, guest)))
  expect(raced.map(({ status }) => status)).toEqual(raced.map(() => 200))
  expect(raced[0]?.body.message).toBe('Signalement reçu. Le support peut lire cette conversation.')
  expect((await report(t, owner, guest, { reason: 'Encore' })).status).toBe(200)
  const list = await listed(t, support)
  expect(list.body).toMatchObject({
    data: [
      {
        reporter: { id: owner.id },
        reported: { id: guest.id, first_name: 'Ada' },
        reason: 'Insultes',
        readings: 0,
        last_read_at: null,
      },
    ],
    meta: { total: 1 },
  })
  const { id } = list.body.data[0]

  // Nobody but support reads it, the reported one and the reporter included.
  for (const by of [guest, owner, stranger]) {
    expect([(await listed(t, by)).status, (await reading(t, by, id)).status]).toEqual([403, 403])
  }
  expect([(await listed(t)).status, (await reading(t, undefined, id)).status]).toEqual([401, 401])
  expect((await reading(t, support, 999_999)).status).toBe(404)
  expect((await reading(t, support, 'x')).status).toBe(404)
  expect((await reading(t, support, id, '?before=x')).status).toBe(400)
  expect(await t.db`select from conversation_readings`).toHaveLength(0)

  const first = await reading(t, support, id, '?per_page=2')
  expect([first.status, first.body.data.map(({ content }: { content: string }) => content)]).toEqual([
    200,
    ['Alors ?', 'Un lit ?'],
  ])
  const next = await reading(t, admin, id, `?per_page=2&before=${first.body.meta.next_before}`)
  expect(next.body).toMatchObject({ data: [{ content: 'Bonjour' }], meta: { per_page: 2, next_before: null } })
  expect(
    await t.db`select reader_id, report_id, at <= now() as is_past from conversation_readings order by id`,
  ).toEqual([
    { reader_id: support.id, report_id: id, is_past: true },
    { reader_id: admin.id, report_id: id, is_past: true },
  ])
  expect((await listed(t, admin)).body.data[0]).toMatchObject({ readings: 2, last_read_at: expect.any(String) })

  // Reading is all that support may do, and the two notice nothing of it.
  expect((await t.call('POST', `/messages/${guest.id}/read`, {}, support)).status).toBe(404)
  const seen = await t.call('GET', `/messages/${guest.id}`, undefined, owner)
  expect(seen.body.meta).toEqual({ per_page: 20, next_before: null, unread: 3, read_up_to: 0 })
  expect((await t.call('GET', '/user/export', undefined, owner)).body.data.conversation_reports).toMatchObject([
    { id, reason: 'Insultes' },
  ])

  // The other one may report it too; an erased account has no name in the list.
  await report(t, guest, owner, { reason: 'Menaces' })
  const erased = await t.call(
    'DELETE',
    '/user',
    { password: 'correct horse', current_password: 'correct horse' },
    guest,
  )
  expect(erased.status).toBe(200)
  expect((await listed(t, support)).body.data).toMatchObject([
    { reporter: { id: guest.id, first_name: null }, reason: 'Menaces', readings: 0 },
    { reporter: { id: owner.id }, reported: { id: guest.id, first_name: null }, readings: 2 },
  ])
})
