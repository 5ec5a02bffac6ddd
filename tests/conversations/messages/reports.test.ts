import { describe, expect } from 'vitest'
import { alone, PASSWORD, test } from '../../support/app.ts'
import {
  conversation,
  history,
  markRead,
  readReported,
  report,
  reportedConversation,
  reports,
} from '../../support/messages.ts'

describe('a conversation that nobody has reported', () => {
  alone('is not read by support, which is no party of it', async ({ t }) => {
    const { guest, support } = await conversation(t)
    // The staff may write to everybody, and sees of each its own conversation only.
    expect((await history(t, support, guest)).body.data).toEqual([])
    expect((await reports(t, support)).body.data).toEqual([])
    expect((await readReported(t, support, 1)).status).toBe(404)
  })
})

describe('a report', () => {
  alone('is made with a reason, by one of the two', async ({ t }) => {
    const { owner, guest, stranger, support } = await conversation(t)
    expect((await report(t, undefined, guest)).status).toBe(401)
    for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(1_001) }, { reason: 7 }]) {
      const refused = await report(t, owner, guest, body)
      expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, ['reason']])
    }
    for (const [by, other] of [[stranger, guest] as const, [owner, stranger] as const, [owner, owner] as const]) {
      expect((await report(t, by, other)).status).toBe(404)
    }
    expect((await report(t, owner, { id: 999_999 })).status).toBe(404)
    expect((await reports(t, support)).body.data).toEqual([])
  })

  alone('is one, however often it is made at once, and keeps its first reason', async ({ t }) => {
    const { owner, guest, support } = await conversation(t)
    const raced = await Promise.all(Array.from({ length: 20 }, () => report(t, owner, guest)))
    expect(raced.map(({ status }) => status)).toEqual(raced.map(() => 200))
    expect(raced[0]?.body.message).toBe('Signalement reçu. Le support peut lire cette conversation.')
    expect((await report(t, owner, guest, { reason: 'Encore' })).status).toBe(200)
    const list = await reports(t, support)
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
  })

  test('is in the export of who made it', async ({ t }) => {
    const { owner, id } = await reportedConversation(t)
    expect((await t.call('GET', '/user/export', undefined, owner)).body.data.conversation_reports).toMatchObject([
      { id, reason: 'Insultes' },
    ])
  })

  alone('can be made by the other one too; an erased account has no name in the list', async ({ t }) => {
    const { owner, guest, support, admin, id } = await reportedConversation(t)
    for (const by of [support, admin]) await readReported(t, by, id)
    await report(t, guest, owner, { reason: 'Menaces' })
    const erased = await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)
    expect(erased.status).toBe(200)
    expect((await reports(t, support)).body.data).toMatchObject([
      { reporter: { id: guest.id, first_name: null }, reason: 'Menaces', readings: 0 },
      { reporter: { id: owner.id }, reported: { id: guest.id, first_name: null }, readings: 2 },
    ])
  })
})

describe('a reported conversation', () => {
  alone('is read by nobody but support, the reported one and the reporter included', async ({ t }) => {
    const { owner, guest, stranger, support, id } = await reportedConversation(t)
    for (const by of [guest, owner, stranger]) {
      expect([(await reports(t, by)).status, (await readReported(t, by, id)).status]).toEqual([403, 403])
    }
    expect([(await reports(t)).status, (await readReported(t, undefined, id)).status]).toEqual([401, 401])
    expect((await readReported(t, support, 999_999)).status).toBe(404)
    expect((await readReported(t, support, 'x')).status).toBe(404)
    expect((await readReported(t, support, id, '?before=x')).status).toBe(400)
    expect(await t.db`select from conversation_readings`).toHaveLength(0)
  })

  alone('is read by pages, and each reading is written down', async ({ t }) => {
    const { support, admin, id } = await reportedConversation(t)
    const first = await readReported(t, support, id, '?per_page=2')
    expect([first.status, first.body.data.map(({ content }: { content: string }) => content)]).toEqual([
      200,
      ['Alors ?', 'Un lit ?'],
    ])
    const next = await readReported(t, admin, id, `?per_page=2&before=${first.body.meta.next_before}`)
    expect(next.body).toMatchObject({ data: [{ content: 'Bonjour' }], meta: { per_page: 2, next_before: null } })
    expect(
      await t.db`select reader_id, report_id, at <= now() as is_past from conversation_readings order by id`,
    ).toEqual([
      { reader_id: support.id, report_id: id, is_past: true },
      { reader_id: admin.id, report_id: id, is_past: true },
    ])
    expect((await reports(t, admin)).body.data[0]).toMatchObject({ readings: 2, last_read_at: expect.any(String) })
  })

  test('is only read by support, and the two notice nothing of it', async ({ t }) => {
    const { owner, guest, support, id } = await reportedConversation(t)
    await readReported(t, support, id)
    expect((await markRead(t, support, guest)).status).toBe(404)
    const seen = await history(t, owner, guest)
    expect(seen.body.meta).toMatchObject({ per_page: 20, next_before: null, unread: 3, read_up_to: 0 })
  })
})
