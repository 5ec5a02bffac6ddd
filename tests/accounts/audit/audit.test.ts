import { describe, expect } from 'vitest'
import { erase } from '../../support/accounts.ts'
import { alone, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { close } from '../../support/calendars.ts'
import { makeKey } from '../../support/keys.ts'
import { bookThreeNights, cancel, paid } from '../../support/payments.ts'
import { joins } from '../../support/team.ts'

const audit = async (t: TestApp, user: TestUser, query = '') =>
  (await t.call('GET', `/audit${query}`, undefined, user)).body

describe('the audit', () => {
  test('is read by owners of their homes, by everybody of themselves, by administrators of all; address and device only of oneself', async ({
    t,
  }) => {
    const [owner, admin, stranger] = [await t.user({ role: 'owner' }), await t.user({ role: 'admin' }), await t.user()]
    const home = await t.home(owner)
    for (const [price, by] of [
      [50, owner],
      [60, admin],
      [70, owner],
    ] as const)
      expect(
        (
          await t.call(
            'PUT',
            `/properties/${home}`,
            { base_price: price },
            { ...by, headers: { 'user-agent': 'curl/8' } },
          )
        ).status,
      ).toBe(200)
    const { data, meta } = await audit(t, owner, '?per_page=2')
    expect(data).toMatchObject([
      {
        action: 'property.prices',
        object_id: home,
        actor: 'owner',
        actor_id: owner.id,
        address: '127.0.0.1',
        device: 'curl/8',
      },
      {
        actor: 'support',
        actor_id: null,
        address: null,
        device: null,
        changes: { base_price_cents: ['5000', '6000'] },
      },
    ])
    expect((await audit(t, owner, `?per_page=2&before=${meta.next_before}`)).data).toHaveLength(1)
    expect((await audit(t, stranger)).data).toEqual([])
    const [, theirs, first] = (await audit(t, admin, `?property_id=${home}&action=property.prices`)).data
    expect([theirs.actor_id, theirs.device, first.actor_id, first.address]).toEqual([
      admin.id,
      'curl/8',
      owner.id,
      null,
    ])
  })

  alone(
    'never changes, except that an erasure takes out what names somebody; months are made and dropped',
    async ({ t }) => {
      const owner = await t.user({ role: 'owner' })
      const home = await t.home(owner)
      await t.call('PUT', `/properties/${home}`, { title: 'Chez Ada Lovelace' }, owner)
      for (const change of [
        t.db`update audit_entries set actor_id = null`,
        t.db`update audit_entries set action = 'x', data = null, address = null, device = null`,
        t.db`delete from audit_entries`,
        t.db`truncate audit_entries`,
      ])
        await expect(change).rejects.toThrow('do not change')
      expect(await erase(t, owner)).toBe(200)
      const rows = await t.db`
      select actor_id, action, object_id, data, address, device from audit_entries
      where action = 'property.texts' and actor_id = ${owner.id}`
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows)
        expect(row).toEqual({
          actor_id: owner.id,
          action: 'property.texts',
          object_id: home,
          data: null,
          address: null,
          device: null,
        })
      const months = async () =>
        (
          await t.db<
            { name: string }[]
          >`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entries'::regclass`
        ).length
      expect(await months()).toBe(2)
      await t.db`create table audit_entries_202001 partition of audit_entries for values from ('2020-01-01') to ('2020-02-01')`
      await t.db`insert into audit_entries (at, action, object_id) values ('2020-01-15', 'x', 'x')`
      for (const dropped of [1, 0])
        expect(await t.app.expiries.find(({ table }) => table === 'audit_entries')?.deleteSome(t.app)).toEqual({
          deleted: dropped,
        })
      expect(await months()).toBe(2)
    },
  )

  test('has moves of a stay by its owner and their team, and not those of its guest or of nobody', async ({ t }) => {
    const { owner, guest, home, id: given } = await paid(t)
    const helped = await joins(t, owner, 'desk')
    expect((await cancel(t, guest, given)).status).toBe(200)
    const { id: taken, url } = await bookThreeNights(t, guest, home)
    await t.deliver(t.pay(url))
    const move = `/reservations/change-status-reservation-by-proprio/${taken}/cancelled`
    expect((await t.call('POST', move, undefined, helped)).status).toBe(200)
    expect((await audit(t, owner, '?action=reservation.status')).data).toMatchObject([
      {
        object_id: String(taken),
        property_id: home,
        actor: 'member',
        actor_id: helped.id,
        changes: { status: ['confirmed', 'cancelled'] },
      },
    ])
  })

  test('says of a program that it was one, and its owner with which key', async ({ t }) => {
    const owner = await t.user({ role: 'owner' })
    const home = await t.home(owner)
    const { id, token } = await makeKey(t, owner, { scopes: ['calendar.write'] })
    expect((await close(t, { ...owner, token }, home, 10, 12)).status).toBe(201)
    expect((await close(t, owner, home, 20, 22)).status).toBe(201)
    const { data } = await audit(t, owner, '?action=closure.created')
    expect(data).toMatchObject([
      { actor: 'owner', api_key_id: null },
      { actor: 'key', actor_id: owner.id, api_key_id: id },
    ])
  })

  isolated('knows no person for what an operator does, and nothing of what is rolled back', async ({ t }) => {
    const [user, admin] = [await t.user(), await t.user({ role: 'admin' })]
    await t.db`update users set role = 'support' where id = ${user.id}`
    await t.db
      .begin(async (tx) => {
        await tx`update users set role = 'admin' where id = ${user.id}`
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect((await audit(t, admin, '?action=account.role')).data).toMatchObject([
      { object_id: String(user.id), actor: 'service', actor_id: null, changes: { role: ['user', 'support'] } },
    ])
  })
})
