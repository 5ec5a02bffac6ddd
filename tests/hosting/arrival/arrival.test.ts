import { describe, expect } from 'vitest'
import { inDays, isolated, type TestApp, test } from '../../support/app.ts'
import { ARRIVAL, arrivalOf, decide, describeArrival } from '../../support/arrivals.ts'
import { change, changeable } from '../../support/changes.ts'
import { channelScene, eventOf, modified, sold } from '../../support/channels.ts'
import { fetchFile, picture } from '../../support/files.ts'
import { makeKey } from '../../support/keys.ts'
import { cancel, paid, reserved, show } from '../../support/payments.ts'
import { DEPOSIT } from '../../support/settlement.ts'
import { balancesComeDue, moveTo, shift } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

/** Sets the hours of a home so that a check-in or a check-out of a day is `minutes` from now. */
const setHour = (t: TestApp, home: string, hour: 'check_in_time' | 'check_out_time', minutes: number) => t.db`
  update properties set ${t.db(hour)} = ((now() + make_interval(mins => ${minutes})) at time zone timezone)::time where id = ${home}`

/** The day at a home, `minutes` from now. */
async function dayAt(t: TestApp, home: string, minutes: number): Promise<number> {
  const [row] = await t.db<{ days: number }[]>`
    select ((now() + make_interval(mins => ${minutes})) at time zone timezone)::date - ${inDays(0)}::date as days from properties where id = ${home}`
  return row?.days ?? 0
}

const stateOf = async (t: TestApp, owner: { token: string }, id: number) =>
  (await arrivalOf(t, owner, id)).body.data.state

describe('the arrival of a home', () => {
  test('is written by the company, replaced as a whole, and read by those who look after stays', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const at = `/properties/${home}/arrival`
    const read = async (who: { token: string; headers?: Record<string, string> }) =>
      (await t.call('GET', at, undefined, who)).body
    expect((await read(owner)).data).toEqual({
      ...{
        property_id: home,
        reveal_hours: 48,
        wifi: null,
        texts: {},
        asks_identity: false,
        pictures: [],
        updated_at: null,
      },
    })
    const written = await t.call('PUT', at, { ...ARRIVAL, reveal_hours: 0 }, owner)
    expect(written.body.data).toMatchObject({ ...ARRIVAL, reveal_hours: 0, updated_at: expect.any(String) })
    expect((await t.call('PUT', at, { texts: { en: { door: 'Blue' } } }, owner)).body.data).toMatchObject({
      ...{ reveal_hours: 48, wifi: null, texts: { en: { door: 'Blue' } } },
    })
    const desk = await joins(t, owner, 'desk')
    const accountant = await joins(t, owner, 'accountant')
    const key = await makeKey(t, owner, { scopes: ['properties.read', 'reservations.write'] })
    for (const reader of [desk, key, await t.user({ role: 'support' })])
      expect((await read(reader)).data.texts).toEqual({ en: { door: 'Blue' } })
    expect((await read(accountant)).code).toBe('scope_missing')
    expect((await read(await t.user())).code).toBe('forbidden')
    expect((await t.call('PUT', at, ARRIVAL, desk)).body.code).toBe('scope_missing')
    for (const [body, field] of [
      [{ reveal_hours: 721 }, 'reveal_hours'],
      [{ reveal_hours: 1.5 }, 'reveal_hours'],
      [{ texts: { de: { way: 'links' } } }, 'texts.de'],
      [{ texts: { fr: { way: 'x'.repeat(4_001) } } }, 'texts.fr.way'],
      [{ texts: { fr: { code: 'x' } } }, 'texts.fr.code'],
      [{ wifi: { name: '', password: null } }, 'wifi.name'],
    ] as const) {
      const refused = await t.call('PUT', at, body, owner)
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]])
    }
    const { body: audit } = await t.call('GET', '/audit?action=property.arrival', undefined, owner)
    expect(audit.data).toMatchObject([
      { object_id: home, changes: { reveal_hours: ['0', '48'], wifi: [], texts: [] } },
      { object_id: home, changes: { reveal_hours: [null, '0'], wifi: [], texts: [] } },
    ])
  })

  isolated('leaves with the home when it is archived', async ({ t }) => {
    const owner = await t.user()
    const [home, other] = [await t.home(owner), await t.home(owner)]
    for (const one of [home, other]) {
      await describeArrival(t, owner, one)
      await t.form(`/properties/${one}/arrival/pictures`, { picture: await picture('red') }, owner)
    }
    expect((await t.call('DELETE', `/properties/${home}`, undefined, owner)).status).toBe(200)
    const left = await t.db`select property_id from arrivals union all select property_id from arrival_pictures`
    expect(left).toEqual([{ property_id: other }, { property_id: other }])
  })

  test('has ten pictures, which are shown by signed addresses and leave with their row', async ({ t }) => {
    const { owner, home, id, guest } = await paid(t)
    await shift(t, id, 1)
    const add = async (fields: Record<string, string> = {}) =>
      t.form(`/properties/${home}/arrival/pictures`, { picture: await picture('blue'), ...fields }, owner)
    const { status, body } = await add({ caption: 'Le portail bleu' })
    expect([status, body.data]).toMatchObject([201, { caption: 'Le portail bleu', width: 300, height: 200 }])
    const [shown] = (await arrivalOf(t, guest, id)).body.data.pictures
    expect(shown).toMatchObject({ id: body.data.id, caption: 'Le portail bleu' })
    const { pathname, search } = new URL(shown.url)
    const file = await fetchFile(t, `${pathname}${search}`)
    expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      ...[200, 'image/webp', 'private, max-age=300'],
    ])
    const other = search.replace(/expires=\d+/, 'expires=9999999999')
    for (const query of [other, search.replace(/.$/, ''), '?expires=1&signature=x'])
      expect((await fetchFile(t, `${pathname}${query}`)).status, query).toBe(403)
    expect((await fetchFile(t, pathname)).status).toBe(400)
    const more = await Promise.all(Array.from({ length: 12 }, () => add()))
    expect(more.filter((one) => one.status === 409).map((one) => one.body.data)).toEqual(
      Array.from({ length: 3 }, () => ({ limit: 10 })),
    )
    expect((await arrivalOf(t, owner, id)).body.data.pictures).toHaveLength(10)
    const at = `/properties/${home}/arrival/pictures/${body.data.id}`
    expect((await t.call('DELETE', at, undefined, guest)).status).toBe(403)
    expect((await t.call('DELETE', at, undefined, owner)).status).toBe(200)
    expect((await t.call('DELETE', at, undefined, owner)).status).toBe(404)
    expect((await fetchFile(t, `${pathname}${search}`)).status).toBe(404)
  })
})

describe('the guest of a stay', () => {
  test('sees it from so many hours before check-in until check-out, at the hour of the home', async ({ t }) => {
    const { owner, guest, home, id } = await paid(t)
    await describeArrival(t, owner, home)
    const early = await arrivalOf(t, guest, id)
    const { opens_at } = early.body.data
    expect([early.status, early.body.code]).toEqual([409, 'arrival_later'])
    const [expected] = await t.db<{ opens_at: string }[]>`
      select (${inDays(30)}::date + '16:00'::time) at time zone 'Europe/Paris' - interval '48 hours' as opens_at`
    expect(Date.parse(opens_at)).toBe(Date.parse(String(expected?.opens_at)))
    expect((await arrivalOf(t, owner, id)).body.data).toMatchObject({
      state: 'later',
      opens_at,
      door: 'Le portail bleu.',
    })
    expect((await show(t, guest, id)).arrival).toEqual({ state: 'later', opens_at })
    expect((await show(t, owner, id)).arrival).toBeNull()

    // A home on the other side of the earth, whose check-in is in less or more than the hours.
    await t.db`update properties set timezone = 'Pacific/Kiritimati' where id = ${home}`
    await describeArrival(t, owner, home, { reveal_hours: 3 })
    for (const [minutes, status] of [
      [170, 200],
      [190, 409],
    ] as const) {
      await setHour(t, home, 'check_in_time', minutes)
      await shift(t, id, await dayAt(t, home, minutes))
      expect((await arrivalOf(t, guest, id)).status, String(minutes)).toBe(status)
    }
    const shown = (await arrivalOf(t, guest, id, 'en')).body
    expect(shown.code).toBe('arrival_later')
    await shift(t, id, -1)
    expect((await arrivalOf(t, guest, id, 'en')).body.data).toMatchObject({
      state: 'open',
      way: 'Take bus 83.',
      door: 'Le portail bleu.',
      manual: null,
      contact: 'Martin',
      wifi: ARRIVAL.wifi,
      access_code: { state: 'none', code: null },
    })
    for (const [minutes, status] of [
      [10, 200],
      [-10, 404],
    ] as const) {
      await setHour(t, home, 'check_out_time', minutes)
      await shift(t, id, (await dayAt(t, home, minutes)) - 3)
      expect((await arrivalOf(t, guest, id)).status, String(minutes)).toBe(status)
    }
    expect(await stateOf(t, owner, id)).toBe('over')
  })

  test('sees none of a stay that is not confirmed, is cancelled, or is somebody else’s', async ({ t }) => {
    const { owner, guest, home, id, url } = await reserved(t)
    await describeArrival(t, owner, home, { reveal_hours: 720 })
    await shift(t, id, 1)
    expect((await arrivalOf(t, guest, id)).status).toBe(404)
    await t.deliver(t.pay(url))
    expect((await arrivalOf(t, guest, id)).status).toBe(200)
    expect((await arrivalOf(t, await t.user(), id)).status).toBe(404)
    expect((await t.call('GET', `/reservations/${id}/arrival`)).status).toBe(401)
    const accountant = await joins(t, owner, 'accountant')
    expect((await arrivalOf(t, accountant, id)).body.code).toBe('scope_missing')
    await cancel(t, guest, id)
    expect((await arrivalOf(t, guest, id)).status).toBe(404)
  })

  test('sees none while an amount is overdue, and what the company decides in any case', async ({ t }) => {
    const { owner, guest, home, id } = await paid(t, DEPOSIT)
    await describeArrival(t, owner, home)
    await shift(t, id, 1)
    expect(await stateOf(t, owner, id)).toBe('open')
    await balancesComeDue(t, id)
    await t.db`update payments set status = 'unpaid' where reservation_id = ${id} and kind = 'balance'`
    await t.db`insert into payments (reservation_id, kind, title, amount_cents, currency, due_on) values (${id}, 'balance', 'x', 1000, 'EUR', ${inDays(0)})`
    expect(await stateOf(t, owner, id)).toBe('open')
    await t.db`update payments set due_on = ${inDays(-1)} where reservation_id = ${id} and kind = 'balance'`
    expect((await arrivalOf(t, guest, id)).body.code).toBe('arrival_unpaid')
    expect((await show(t, guest, id)).arrival.state).toBe('unpaid')

    expect((await decide(t, guest, id, 'released')).status).toBe(403)
    const key = await makeKey(t, owner, { scopes: ['reservations.write'] })
    expect((await decide(t, key, id, 'later')).status).toBe(400)
    expect((await decide(t, key, id, 'released')).status).toBe(200)
    expect((await arrivalOf(t, guest, id)).body.data).toMatchObject({ state: 'open', door: 'Le portail bleu.' })
    await shift(t, id, 20)
    expect((await arrivalOf(t, guest, id)).status).toBe(200)
    expect((await decide(t, owner, id, 'withheld')).body.data).toMatchObject({ state: 'withheld', access: 'withheld' })
    expect((await arrivalOf(t, guest, id)).body.code).toBe('arrival_withheld')
    expect((await show(t, guest, id)).arrival.state).toBe('withheld')
    await decide(t, owner, id, 'withheld')
    await decide(t, owner, id, 'automatic')
    expect((await arrivalOf(t, guest, id)).body.code).toBe('arrival_later')
    const { body: audit } = await t.call('GET', '/audit?action=reservation.arrival', undefined, owner)
    expect(audit.data.map(({ changes }: { changes: object }) => changes)).toEqual([
      { arrival_access: ['withheld', 'automatic'] },
      { arrival_access: ['released', 'withheld'] },
      { arrival_access: ['automatic', 'released'] },
    ])
  })

  test('a release ends with the home or the day of arrival that it was for, and a decision to withhold stays', async ({
    t,
  }) => {
    const { owner, id, other } = await changeable(t)
    const access = async (stay = id, who = owner) => (await arrivalOf(t, who, stay)).body.data.access
    await decide(t, owner, id, 'released')
    await change(t, owner, id, { check_out: inDays(35) })
    expect(await access()).toBe('released')
    await change(t, owner, id, { check_in: inDays(31) })
    expect(await access()).toBe('automatic')
    await decide(t, owner, id, 'released')
    await change(t, owner, id, { property_id: other, price: 'keep' })
    expect(await access()).toBe('automatic')
    await decide(t, owner, id, 'withheld')
    await change(t, owner, id, { check_in: inDays(32), price: 'keep' })
    expect(await access()).toBe('withheld')

    const channel = await channelScene(t)
    await channel.deliver(eventOf(sold(30, 33)))
    const [row] = await t.db<{ id: number }[]>`select max(id) as id from reservations`
    const sale = row?.id ?? 0
    await decide(t, channel.owner, sale, 'released')
    await channel.deliver(eventOf(modified(30, 34, 10)))
    expect(await access(sale, channel.owner)).toBe('released')
    await channel.deliver(eventOf(modified(31, 34, 20)))
    expect(await access(sale, channel.owner)).toBe('automatic')
  })

  test('a guest who pays at the house is not overdue before arrival; one who owes for a change is on the next day', async ({
    t,
  }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const by = { check_in: inDays(1), check_out: inDays(4), adults: 2, guest: { name: 'Ada' }, pay: 'later' }
    const { body } = await t.call('POST', `/properties/${home}/reservations`, by, owner)
    const id = Number(body.data.reservation_id)
    expect(await stateOf(t, owner, id)).toBe('open')
    await shift(t, id, 0)
    expect(await stateOf(t, owner, id)).toBe('open')
    await shift(t, id, -1)
    expect(await stateOf(t, owner, id)).toBe('unpaid')

    const changed = await changeable(t)
    await change(t, changed.owner, changed.id, { check_out: inDays(35) })
    await shift(t, changed.id, 1)
    expect(await stateOf(t, changed.owner, changed.id)).toBe('open')
    await t.db`update payments set created_at = created_at - interval '1 day' where reservation_id = ${changed.id} and kind = 'change'`
    expect(await stateOf(t, changed.owner, changed.id)).toBe('unpaid')

    const channel = await channelScene(t)
    await channel.deliver(eventOf(sold(30, 33, { payment_collect: 'property' })))
    const [row] = await t.db<{ id: number }[]>`select max(id) as id from reservations`
    const sale = row?.id ?? 0
    await shift(t, sale, 0)
    expect(await stateOf(t, channel.owner, sale)).toBe('open')
    expect((await moveTo(t, channel.owner, sale, 'checked_in')).status).toBe(200)
    expect(await stateOf(t, channel.owner, sale)).toBe('open')
  })
})
