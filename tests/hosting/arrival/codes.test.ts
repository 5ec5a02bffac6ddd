import { describe, expect } from 'vitest'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { inDays, isolated, type TestApp, test } from '../../support/app.ts'
import { arrivalOf, decide, setCode } from '../../support/arrivals.ts'
import { change, changeable } from '../../support/changes.ts'
import { makeKey } from '../../support/keys.ts'
import { noteSecrets } from '../../support/logs.ts'
import { cancel, paid, reserved, show } from '../../support/payments.ts'
import { moveTo, shift } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

const SECRET = '4711-zqx-a-long-code-of-a-lock'
const NOTE = 'Appuyez deux fois zqx'

const seen = async (t: TestApp, who: { token: string; headers?: Record<string, string> }, id: number) =>
  (await arrivalOf(t, who, id)).body.data.access_code
const stateFor = async (t: TestApp, who: Parameters<typeof show>[1], id: number) => (await show(t, who, id)).access_code

describe('the code of a door', () => {
  test('is set by people and programs, and shown to the guest with the arrival alone', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    expect(await stateFor(t, owner, id)).toEqual({ state: 'none' })
    const key = await makeKey(t, owner, { scopes: ['access_codes.write'] })
    const valid = { valid_from: `${inDays(30)}T14:00:00+02:00`, valid_to: `${inDays(33)}T09:00:00.000Z` }
    const set = await setCode(t, key, id, { code: SECRET, note: NOTE, ...valid })
    expect([set.status, set.body.data]).toEqual([200, { state: 'set' }])
    expect([await stateFor(t, owner, id), await stateFor(t, guest, id)]).toEqual([{ state: 'set' }, null])
    expect((await arrivalOf(t, guest, id)).status).toBe(409)
    await decide(t, owner, id, 'released')
    const shown = {
      state: 'set',
      code: SECRET,
      note: NOTE,
      valid_from: `${inDays(30)}T12:00:00.000Z`,
      valid_to: `${inDays(33)}T09:00:00.000Z`,
    }
    expect(await seen(t, guest, id)).toEqual(shown)
    expect(await seen(t, await joins(t, owner, 'desk'), id)).toEqual(shown)
    const reading = await makeKey(t, owner, { scopes: ['reservations.read', 'reservations.write'] })
    expect(await seen(t, reading, id)).toEqual({ ...shown, code: null, note: null })

    expect((await setCode(t, guest, id)).status).toBe(403)
    expect((await setCode(t, await t.user(), id)).status).toBe(404)
    expect((await setCode(t, reading, id)).body.code).toBe('scope_missing')
    expect((await setCode(t, await joins(t, owner, 'accountant'), id)).body.code).toBe('scope_missing')
    for (const [body, field] of [
      [{}, 'code'],
      [{ code: '' }, 'code'],
      [{ code: 'x'.repeat(65) }, 'code'],
      [{ code: '1', valid_to: 'noon' }, 'valid_to'],
      [{ code: '1', valid_from: valid.valid_to, valid_to: valid.valid_to }, 'valid_to'],
      [{ code: '1', name: 'x' }, 'name'],
    ] as const) {
      const refused = await setCode(t, owner, id, body)
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]])
    }
    const at = `/reservations/${id}/access-code`
    expect((await t.call('DELETE', at, undefined, guest)).status).toBe(403)
    expect((await t.call('DELETE', at, undefined, key)).status).toBe(200)
    expect((await t.call('DELETE', at, undefined, key)).status).toBe(404)
    expect(await seen(t, guest, id)).toMatchObject({ state: 'none', code: null })
  })

  test('stands nowhere in plain text: not in the database, events, mails, logs, exports or the audit', async ({
    t,
  }) => {
    const { owner, guest, id } = await paid(t)
    // Logs are searched for it when all tests have run.
    noteSecrets(JSON.stringify({ secret: SECRET }))
    await setCode(t, owner, id, { code: SECRET, note: NOTE })
    await setCode(t, owner, id, { code: SECRET })
    await cancel(t, guest, id)
    await t.drain()
    const texts = [
      await t.call('GET', '/events', undefined, owner),
      await t.call('GET', '/user/export', undefined, owner),
      await t.call('GET', '/user/export', undefined, guest),
      await t.call('GET', `/reservations/${id}`, undefined, owner),
      await t.mails(guest.email),
      await t.mails(owner.email),
      await t.db`select * from audit_entries`,
      await t.db`select * from pgboss.job_common`,
    ].map((one) => JSON.stringify(one))
    for (const text of texts) expect(text).not.toMatch(/zqx/)
    const { body } = await t.call('GET', '/audit', undefined, owner)
    expect(body.data.filter(({ action }: { action: string }) => action.startsWith('access_code'))).toMatchObject([
      { action: 'access_code.deleted', object_id: String(id), changes: { sealed: [] } },
      { action: 'access_code.changed', changes: { sealed: [] } },
      { action: 'access_code.created', changes: { sealed: [] } },
    ])
  })

  isolated(
    'is of stays that go on: set for no other, gone with a cancellation and a day after departure',
    async ({ t }) => {
      const { owner, guest, id, url } = await reserved(t)
      expect((await setCode(t, owner, id)).body.code).toBe('illegal_move')
      await t.deliver(t.pay(url))
      expect((await setCode(t, owner, id)).status).toBe(200)
      await cancel(t, guest, id)
      expect(await t.db`select from access_codes`).toHaveLength(0)
      expect((await setCode(t, owner, id)).body.code).toBe('illegal_move')

      const gone = await paid(t)
      await setCode(t, gone.owner, gone.id)
      await shift(t, gone.id, -1)
      await moveTo(t, gone.owner, gone.id, 'checked_in')
      const sweep = async () => {
        await t.app.jobs.enqueue(t.db, housekeeping, {})
        await t.drain()
        return (await t.db`select from access_codes`).length
      }
      await shift(t, gone.id, -3)
      expect([await sweep(), (await arrivalOf(t, gone.guest, gone.id)).status]).toEqual([1, expect.any(Number)])
      await shift(t, gone.id, -5)
      expect([(await setCode(t, gone.owner, gone.id)).status, await sweep()]).toEqual([409, 0])
    },
  )

  test('is stale after a change of days or home, and set again by its program', async ({ t }) => {
    const { owner, guest, id, other } = await changeable(t)
    await setCode(t, owner, id)
    await decide(t, owner, id, 'released')
    await change(t, owner, id, { check_out: inDays(35) })
    expect(await stateFor(t, owner, id)).toEqual({ state: 'stale' })
    // The lock has it until the departure of before.
    expect(await seen(t, guest, id)).toMatchObject({ state: 'stale', code: '4711#' })
    await setCode(t, owner, id, { code: '4712#' })
    expect(await seen(t, guest, id)).toMatchObject({ state: 'set', code: '4712#' })
    await change(t, owner, id, { property_id: other, price: 'keep' })
    await decide(t, owner, id, 'released')
    expect(await seen(t, guest, id)).toMatchObject({ state: 'stale', code: null })
    expect(await seen(t, owner, id)).toMatchObject({ state: 'stale', code: '4712#' })
  })

  test('is refused for a home or a day of arrival that no longer holds', async ({ t }) => {
    const { owner, guest, id, home } = await changeable(t)
    const told = { property_id: home, check_in: inDays(30) }
    const send = async (fields: object = told) => {
      const { status, body } = await setCode(t, owner, id, { code: '4711#', ...fields })
      return [status, body.code]
    }
    expect(await send()).toEqual([200, undefined])
    await change(t, owner, id, { check_in: inDays(31) })
    expect(await send()).toEqual([409, 'conflict'])
    expect(await send({ property_id: home })).toEqual([200, undefined])
    expect(await send({ check_in: 'soon' })).toEqual([400, 'validation'])
    await cancel(t, guest, id)
    expect(await send({})).toEqual([409, 'illegal_move'])

    // The code comes in while the stay moves: it is for the home of before and gone or stale, or refused.
    for (let round = 0; round < 4; round++) {
      const moving = await changeable(t)
      const body = { code: '4712#', property_id: moving.home, check_in: inDays(30) }
      const [set] = await Promise.all([
        setCode(t, moving.owner, moving.id, body),
        change(t, moving.owner, moving.id, { property_id: moving.other, price: 'keep' }),
        setCode(t, moving.owner, moving.id, body),
      ])
      expect([200, 409]).toContain(set.status)
      expect(['stale', 'none']).toContain((await stateFor(t, moving.owner, moving.id)).state)
    }
  })

  test('does not outlive a cancellation that comes at the same time', async ({ t }) => {
    for (let round = 0; round < 3; round++) {
      const { owner, guest, id } = await paid(t)
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => setCode(t, owner, id)),
        cancel(t, guest, id),
        ...Array.from({ length: 8 }, () => setCode(t, owner, id)),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
      expect(await t.db`select from access_codes where reservation_id = ${id}`).toHaveLength(0)
    }
  })
})
