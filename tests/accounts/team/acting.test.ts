import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { alone, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { makeKey } from '../../support/keys.ts'
import { history, write } from '../../support/messages.ts'
import { reserved } from '../../support/payments.ts'
import { pastStay } from '../../support/stays.ts'
import { actingFor, asThemselves, joins } from '../../support/team.ts'

describe('a member of a team', () => {
  test('acts for the account with the header, is only themselves without, and is refused as soon as removed', async ({
    t,
  }) => {
    const { owner, home } = await scene(t)
    const [draft, second] = [await t.home(owner, { status: 'draft' }), await t.home(owner, { status: 'draft' })]
    const member = await joins(t, owner, 'desk', [home, draft])
    const mine = async (by: TestUser) =>
      (await t.call('GET', '/properties/mine', undefined, by)).body.data.map(({ id }: { id: string }) => id).toSorted()
    expect(await mine(member)).toEqual([home, draft].toSorted())
    expect(await mine(asThemselves(member))).toEqual([])
    const days = { start_date: '2099-01-01', end_date: '2099-01-02' }
    const close = (id: string, by: TestUser) => t.call('POST', `/calendars/properties/${id}/close`, days, by)
    expect([(await close(draft, member)).status, (await close(second, member)).status]).toEqual([201, 404])
    // Its role has no say over homes.
    const change = await t.call('PUT', `/properties/${home}`, { title: 'x' }, member)
    expect(change.body).toMatchObject({ code: 'scope_missing', data: { scope: 'properties.write' } })

    const node = await t.node()
    await t.call('DELETE', `/team/${member.member_id}`, undefined, owner)
    for (const call of [t.call, node.call])
      expect((await call('GET', '/properties/mine', undefined, member)).body.code).toBe('not_in_team')
  })

  test('is nobody’s staff, and no account is acted for without a place in its team', async ({ t }) => {
    const { owner, home } = await scene(t)
    const admin = await t.user({ role: 'admin' })
    const helped = await joins(t, admin, 'manager')
    expect((await t.call('GET', '/reservations?as=all', undefined, helped)).status).toBe(403)
    expect((await t.call('PUT', `/properties/${home}`, { title: 'x' }, helped)).status).toBe(404)
    for (const account of ['0', '-1', 'x', '99999999999', String(owner.id), String(admin.id)]) {
      const as = { ...admin, headers: { 'sejour-account': account } }
      expect((await t.call('GET', '/properties/mine', undefined, as)).body.code, account).toBe('not_in_team')
    }
    // A member of a team does not reach on into another.
    const further = await joins(t, owner, 'manager', null, asThemselves(helped))
    expect((await t.call('GET', '/team', undefined, further)).body.data).toHaveLength(1)
    const key = await makeKey(t, owner)
    expect((await t.call('GET', '/properties/mine', undefined, { ...further, token: key.token })).body.code).toBe(
      'account_refused',
    )
  })

  test('keeps their own sign-in: a token that has ended opens nothing', async ({ t }) => {
    const { owner } = await scene(t)
    const member = await joins(t, owner, 'manager')
    await t.db`update users set token_version = token_version + 1 where id = ${member.id}`
    expect((await t.call('GET', '/team', undefined, member)).status).toBe(401)
  })

  test('is refused where people act for themselves', async ({ t }) => {
    const { owner, home } = await scene(t)
    const member = await joins(t, owner, 'manager')
    for (const [method, url] of [
      ['POST', '/broadcasting/auth'],
      ['GET', '/auth/sessions'],
      ['GET', '/notifications'],
      ['GET', '/user'],
      ['DELETE', '/user'],
      ['GET', '/user/export'],
      ['GET', '/user-payment-methods'],
      ['GET', '/user/policies/unaccepted'],
      ['POST', '/reservations'],
      ['POST', `/properties/${home}/comments`],
      ['POST', '/auth/second-factor/totp'],
      ['GET', '/team/memberships'],
    ] as const) {
      const answer = await t.call(method, url, method === 'GET' ? undefined : {}, member)
      expect([answer.status, answer.body.code], url).toEqual([400, 'account_refused'])
    }
    const preflight = await t.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/team',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,sejour-account',
      },
    })
    expect(preflight.headers['access-control-allow-headers']).toContain('sejour-account')
  })

  test('has answers to idempotency keys of their own', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await write(t, guest, owner, { property_id: home, content: 'Bonjour' })
    const members = [await joins(t, owner, 'desk'), await joins(t, owner, 'desk')]
    const headers = { 'idempotency-key': randomUUID() }
    const draft = { receiver_id: guest.id, property_id: home, content: 'Oui' }
    const ids = new Set<number>()
    for (const by of [owner, ...members, ...members]) {
      const sent = await t.call('POST', '/messages', draft, {
        ...by,
        headers: { ...('headers' in by ? Object(by.headers) : {}), ...headers },
      })
      expect(sent.status).toBe(201)
      ids.add(sent.body.data.id)
    }
    expect(ids.size).toBe(3)
  })

  test('reads and answers guests for the account, about their homes only, and is named', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const elsewhere = await t.home(owner)
    const [talks, counts] = [await joins(t, owner, 'desk', [home]), await joins(t, owner, 'accountant', [home])]
    const question = (await write(t, guest, owner, { property_id: home, content: 'Un lit ?' })).body.data
    await write(t, guest, owner, { property_id: elsewhere, content: 'Ailleurs' })
    expect((await history(t, talks, guest)).body.data.map(({ id }: { id: number }) => id)).toEqual([question.id])
    expect((await history(t, counts, guest)).body.code).toBe('scope_missing')
    const list = (await t.call('GET', '/messages', undefined, talks)).body
    expect([list.data.length, list.data[0].last_message.id]).toEqual([1, question.id])
    expect((await t.call('GET', '/messages', undefined, asThemselves(talks))).body.data).toEqual([])

    const answer = (fields: object) => t.call('POST', '/messages', { content: 'Oui', ...fields }, talks)
    for (const fields of [{ receiver_id: guest.id }, { receiver_id: guest.id, property_id: elsewhere }])
      expect(Object.keys((await answer(fields)).body.errors)).toEqual(['property_id'])
    const sent = await answer({ receiver_id: guest.id, property_id: home })
    expect([sent.status, sent.body.data]).toEqual([
      201,
      expect.objectContaining({ sender_id: owner.id, sent_by: { id: talks.id, first_name: 'Ada' } }),
    ])
    expect((await history(t, guest, owner)).body.data[0].sent_by).toEqual({ id: talks.id, first_name: 'Ada' })
    expect((await history(t, guest, owner)).body.data[1].sent_by).toBeNull()

    // Marking as read and blocking, of who has to do with their homes.
    const stranger = await t.user()
    await write(t, stranger, owner, { property_id: elsewhere, content: 'Ailleurs' })
    for (const [what, method] of [
      ['read', 'POST'],
      ['block', 'POST'],
      ['block', 'DELETE'],
      ['report', 'POST'],
    ] as const) {
      const ask = async (user: TestUser) =>
        (await t.call(method, `/messages/${user.id}/${what}`, what === 'report' ? { reason: 'x' } : undefined, talks))
          .status
      expect([await ask(guest), await ask(stranger)], `${method} ${what}`).toEqual([200, 404])
    }
  })

  alone('acts on no stay of their own', async ({ t }) => {
    const { owner, guest, home, id, url } = await reserved(t)
    await t.deliver(t.pay(url))
    const [past, edited] = [await pastStay(t, home, guest), await pastStay(t, home, guest)]
    const comment = { rating: 5, content: 'x', reservation_id: edited }
    const review = (await t.call('POST', `/properties/${home}/comments`, comment, guest)).body.data
    await write(t, guest, owner, { property_id: home, content: 'Bonjour' })
    const member = await joins(t, owner, 'manager', null, guest)
    const self = asThemselves(member)
    const [payment] = await t.db<{ id: number }[]>`select id from payments where reservation_id = ${id}`
    const refused: [method: string, url: string, body: object | undefined, by: TestUser][] = [
      ['POST', `/reservations/change-status-reservation-by-proprio/${id}/cancelled`, undefined, member],
      ['GET', `/reservations/${id}/supplements`, undefined, member],
      ['POST', `/reservations/${id}/supplements`, { label: 'x', amount: 1 }, member],
      ['POST', `/reservations/${id}/invoice`, {}, member],
      ['POST', `/payment_status_notification/${payment?.id}`, {}, member],
      ['POST', `/comments/${review.id}/reply`, { content: 'x' }, member],
      ['POST', `/properties/${home}/comments`, { rating: 5, content: 'x', reservation_id: past }, self],
      ['PUT', `/comments/${review.id}`, { content: 'y' }, self],
      ['POST', '/reservations', stay(home, 60), self],
    ]
    for (const [method, path, body, by] of refused) {
      const answer = await t.call(method, path, body, by)
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([403, 'own_stay'])
    }
    expect(
      (await t.call('POST', '/messages', { receiver_id: guest.id, property_id: home, content: 'x' }, member)).body.code,
    ).toBe('may_not_write')
    expect((await history(t, member, guest)).status).toBe(404)
    expect((await t.call('GET', `/reservations/${id}`, undefined, member)).body.data.actions).toEqual([])
    // For themselves they are the guest that they were, by the terms of the booking.
    expect((await t.call('POST', `/reservations/${id}/cancel`, {}, self)).status).toBe(200)
    await t.call('DELETE', `/team/${member.member_id}`, undefined, owner)
    expect((await book(t, self, stay(home, 60))).status).toBe(201)
  })

  test('of the staff moves and refunds no stay of their own', async ({ t }) => {
    const { id, url, guest } = await reserved(t)
    await t.deliver(t.pay(url))
    await t.db`update users set role = 'admin' where id = ${guest.id}`
    const [payment] = await t.db<{ id: number }[]>`select id from payments where reservation_id = ${id}`
    const refund = await t.call('POST', `/payments/${payment?.id}/refund`, { amount: 1, reason: 'x' }, guest)
    const move = await t.call('POST', `/reservations/change-status-reservation-by-proprio/${id}/cancelled`, {}, guest)
    expect([refund.body.code, move.body.code]).toEqual(['own_stay', 'own_stay'])
  })

  test('who manages reads the audit of their homes, without what the owner did elsewhere', async ({ t }) => {
    const { owner, home } = await scene(t)
    const second = await t.home(owner)
    for (const id of [home, second]) await t.call('PUT', `/properties/${id}`, { title: 'Nouveau' }, owner)
    await makeKey(t, owner)
    const [all, some] = [await joins(t, owner, 'manager'), await joins(t, owner, 'manager', [home])]
    const read = async (by: TestUser) => (await t.call('GET', '/audit', undefined, by)).body.data
    const shown = await read(some)
    expect(new Set(shown.map(({ property_id }: { property_id: string }) => property_id))).toEqual(new Set([home]))
    expect(shown[0]).toMatchObject({ actor: 'owner', address: null })
    const actions = (await read(all)).map(({ action }: { action: string }) => action)
    expect(actions).toContain('team.created')
    expect(actions).not.toContain('api_key.created')
    expect((await t.call('GET', '/audit', undefined, actingFor(all, owner))).status).toBe(200)
  })
})
