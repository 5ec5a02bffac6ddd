import { describe, expect, inject, onTestFinished } from 'vitest'
import { READABLE_TYPES } from '../../../src/accounts/notifications/show.ts'
import { connect, transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { enableRelease, remindToEnable } from '../../../src/platform/schema/enabled.ts'
import { listSchema } from '../../../src/platform/schema/schema-complete.ts'
import { admin } from '../../support/admin.ts'
import { alone, inDays, isolated, type TestApp, test } from '../../support/app.ts'
import { change, changeable } from '../../support/changes.ts'
import { held, moneyShown, record, remove } from '../../support/elsewhere.ts'
import { makeKey } from '../../support/keys.ts'
import { expectLedger, paid, show } from '../../support/payments.ts'
import { upgradeFrom03 } from '../../support/upgraded.ts'

/** Gives a database the index of 0.1 that an upgrade leaves in it. */
async function upgraded({ db }: TestApp): Promise<void> {
  await db`create unique index payments_one_balance on payments (reservation_id) where kind = 'balance'`
}

/** Connects as a node of an earlier release does. */
async function startOlder({ db }: TestApp, applicationName = 'sejour') {
  const [row] = await db<{ name: string }[]>`select current_database() as name`
  const url = inject('databaseUrl').replace('/DATABASE', `/${row?.name}`)
  const older = connect(url, { max: 1, applicationName })
  onTestFinished(() => older.end())
  await older`select`
  return {
    async stop() {
      await older.end()
      // PostgreSQL ends a session a moment after its client.
      await expect
        .poll(() => queries.health.listOlderNodes(db, { names: ['sejour-0.2.%', 'sejour-0.3.%'] }))
        .toEqual([])
    },
  }
}

describe('on an upgraded database, until 0.2 is enabled', () => {
  alone('a change that makes a payment is refused, and others are not', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    await upgraded(t)
    const longer = (query?: string) => change(t, owner, id, { check_out: inDays(36) }, query)
    const refused = await change(t, { ...owner, headers: { 'accept-language': 'en' } }, id, { check_out: inDays(36) })
    expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([
      503,
      {
        success: false,
        message: 'Not possible while the service is being upgraded. Try again in a few minutes.',
        code: 'upgrading',
      },
      '60',
    ])
    expect((await longer('?dry_run=true')).body).toMatchObject({
      message: 'Impossible pendant la mise à jour du service : réessayez dans quelques minutes.',
      code: 'upgrading',
    })
    expect(await show(t, guest, id)).toMatchObject({ check_out: inDays(34), amount_open: 0 })
    expect((await change(t, owner, id, { check_out: inDays(33) })).status).toBe(200)
    await enableRelease(t.db)
    expect((await longer()).status).toBe(200)
  })

  alone('a payment is not replaced, and money received elsewhere is not recorded', async ({ t }) => {
    const { owner, id } = await held(t)
    await upgraded(t)
    const entry = (amount = 50) => record(t, owner, id, amount)
    expect([(await entry()).body.code, (await entry(90)).body.code]).toEqual(['upgrading', 'upgrading'])
    expect(await moneyShown(t, owner, id)).toMatchObject({ due: 90, kept: 0, entries: [] })
    await enableRelease(t.db)
    const { entries } = (await entry()).body.data
    expect((await remove(t, owner, id, entries[0].payment_id)).status).toBe(200)
  })

  alone('nodes of both versions make one balance, also at once', async ({ t }) => {
    const { id } = await changeable(t, { paid: 'deposit' })
    await upgraded(t)
    // The statement of 0.1.0.
    const older = () => t.db`
      insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, amount_cents, currency, due_on, key)
      select reservation_id, 'balance', payer_id, title, check_in, check_out, rest_cents, currency, rest_due_on, balance_key(key)
      from payments
      where reservation_id = ${id} and kind = 'booking' and payment_is_made(status) and rest_cents is not null
      on conflict (reservation_id) where kind = 'balance' do nothing`
    const newer = () => transaction(t.db, (tx) => queries.payments.insertBalance(tx, { reservation_id: id }))
    const [ofOlder] = await Promise.all([Promise.allSettled([older(), older()]), newer(), newer()])
    // It names one of two unique keys, so two at once can fail at the other, as they could in 0.1, where the job is tried again.
    for (const outcome of ofOlder)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: '23505' })
    await older()
    expect(await t.db`select from payments where reservation_id = ${id} and kind = 'balance'`).toHaveLength(1)
  })

  alone('npm run admin -- enable 0.2 names nodes of 0.1, and enables it when they have stopped', async ({ t }) => {
    const { owner, id } = await held(t)
    await upgraded(t)
    const warnings: string[] = []
    const remind = () => remindToEnable(t.db, (text) => warnings.push(text))
    await remind()
    expect(warnings).toEqual([expect.stringContaining('npm run admin -- enable 0.2')])
    const older = await startOlder(t)
    const enable = () => admin(t, 'enable', '0.2')
    await expect(enable()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nodes of 0\.1 are connected:\n127\.0\.0\.1 {2}1 connections, .*\nRefused until/),
    })
    expect((await record(t, owner, id, 90)).body.code).toBe('upgrading')
    await older.stop()
    const done = 'No node of 0.1 is connected, and everything of 0.2 is enabled. Do not go back to 0.1 from here.'
    expect(await enable()).toBe(done)
    expect((await record(t, owner, id, 90)).status).toBe(201)
    expect(await enable()).toBe(done)
    await remind()
    expect(warnings).toHaveLength(1)
    await expect(admin(t, 'enable', '0.5')).rejects.toMatchObject({ code: 2 })
  })

  alone('npm run admin -- enable 0.3 names nodes of 0.2, and stores its day once', async ({ t }) => {
    await t.db`delete from enabled_releases where release = '0.3'`
    const warnings: string[] = []
    const remind = () => remindToEnable(t.db, (text) => warnings.push(text))
    await remind()
    expect(warnings).toEqual([expect.stringContaining('npm run admin -- enable 0.3')])
    const older = await startOlder(t, 'sejour-0.2.0')
    await expect(admin(t, 'enable', '0.3')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^Nodes of 0\.2 or before are connected:\n127\.0\.0\.1/),
    })
    await older.stop()
    await admin(t, 'enable', '0.3')
    await remind()
    expect(warnings).toHaveLength(1)
    expect(
      await t.db`select enabled_on = (now() at time zone 'UTC')::date as today from enabled_releases where release = '0.3'`,
    ).toEqual([{ today: true }])
  })

  alone('npm run admin -- enable 0.4 names nodes of 0.3, and takes the triggers that they need', async ({ t }) => {
    await t.user()
    const fresh = await listSchema(t.db)
    await upgradeFrom03(t.db)
    expect(await listSchema(t.db)).not.toEqual(fresh)
    const warnings: string[] = []
    const remind = () => remindToEnable(t.db, (text) => warnings.push(text))
    await remind()
    expect(warnings).toEqual([expect.stringContaining('npm run admin -- enable 0.4')])
    const older = await startOlder(t, 'sejour-0.3.0')
    await expect(admin(t, 'enable', '0.4')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nodes of 0\.3 or before are connected:\n127\.0\.0\.1 {2}1 connections, .*\n$/),
    })
    await older.stop()
    const done =
      'No node of 0.3 is connected, and the triggers that it needs are gone. Do not go back to 0.3 from here.'
    expect([await admin(t, 'enable', '0.4'), await admin(t, 'enable', '0.4')]).toEqual([done, done])
    await remind()
    expect(warnings).toHaveLength(1)
    expect(new Set(await listSchema(t.db))).toEqual(new Set(fresh))
  })

  alone('it is enabled while requests run: each is refused, or carried out', async ({ t }) => {
    const stays = await Promise.all([held(t), held(t), held(t), held(t)])
    await upgraded(t)
    const entries = Promise.all(stays.map(({ owner, id }) => record(t, owner, id, 50)))
    await enableRelease(t.db)
    for (const [index, { status, body }] of (await entries).entries()) {
      expect([status, body.code]).toEqual(status === 201 ? [201, undefined] : [503, 'upgrading'])
      const { owner, id } = stays[index] ?? expect.fail()
      expect(await moneyShown(t, owner, id)).toMatchObject({ kept: status === 201 ? 50 : 0 })
    }
    await expectLedger(t)
  })
})

test('0.1 shows no notification of a type that it cannot read', async ({ t }) => {
  const { owner } = await paid(t)
  await makeKey(t, owner)
  const listed = async () => (await t.call('GET', '/notifications', undefined, owner)).body.data
  const unread = () => queries.notifications.countUnread(t.db, { user_id: owner.id, types: READABLE_TYPES })
  // The conditions of the list of notifications in 0.1.0.
  const shownByOlder = async () =>
    (
      await t.db<{ type: string }[]>`
        select type from notifications where user_id = ${owner.id} and hidden_at is null order by id desc`
    ).map(({ type }) => type)
  const [newest, ...others] = await listed()
  expect(newest).toMatchObject({ type: 'api_key_created', read_at: null })
  expect(others.map(({ type }: { type: string }) => type)).toEqual(await shownByOlder())
  expect(others).not.toHaveLength(0)
  expect(await unread()).toEqual({ unread: others.length + 1 })

  const { notifications } = (await t.call('GET', '/user/export', undefined, owner)).body.data
  expect(new Set(notifications.map(({ hidden_at }: { hidden_at: unknown }) => hidden_at))).toEqual(new Set([null]))
  expect((await t.call('POST', `/notifications/${newest.id}/read`, undefined, owner)).status).toBe(200)
  expect(await unread()).toEqual({ unread: others.length })
  expect((await t.call('DELETE', `/notifications/${newest.id}`, undefined, owner)).status).toBe(200)
  expect(await listed()).toHaveLength(others.length)
})

isolated('0.2 shows no notification of a type of 0.3, which this release shows', async ({ t }) => {
  await t.db`update notification_types set release = '0.3' where name = 'api_key_created'`
  const { owner } = await paid(t)
  await makeKey(t, owner)
  // The condition of the list of notifications in 0.2.0.
  const shownByOlder = await t.db<{ type: string }[]>`
    select type from notifications where user_id = ${owner.id} and (hidden_at is null or hidden_at = 'infinity') order by id desc`
  const { data, meta } = (await t.call('GET', '/notifications', undefined, owner)).body
  expect(data[0]).toMatchObject({ type: 'api_key_created', read_at: null })
  expect(data.slice(1).map(({ type }: { type: string }) => type)).toEqual(shownByOlder.map(({ type }) => type))
  expect(meta).toMatchObject({ total: data.length, unread: data.length })
  const { notifications } = (await t.call('GET', '/user/export', undefined, owner)).body.data
  expect(new Set(notifications.map(({ hidden_at }: { hidden_at: unknown }) => hidden_at))).toEqual(new Set([null]))
})

isolated('a notification of a type of a later release is left to the nodes that know it', async ({ t }) => {
  const { owner } = await paid(t)
  const shown = async () => (await t.call('GET', '/notifications', undefined, owner)).body
  const before = await shown()
  await t.db`insert into notification_types (name, release) values ('of_a_later_release', '99.0')`
  const [row] = await t.db<{ id: number }[]>`
    insert into notifications (user_id, type, content, dedupe_key) values (${owner.id}, 'of_a_later_release', '{}', 'x')
    returning id`
  expect(await shown()).toEqual(before)
  expect((await t.call('POST', `/notifications/${row?.id}/read`, undefined, owner)).status).toBe(404)
  expect((await t.call('DELETE', `/notifications/${row?.id}`, undefined, owner)).status).toBe(404)
  expect((await t.call('POST', '/notifications/read-all', undefined, owner)).status).toBe(200)
  expect(
    await t.db`select from notifications where id = ${row?.id ?? 0} and read_at is null and hidden_at is null`,
  ).toHaveLength(1)
})
