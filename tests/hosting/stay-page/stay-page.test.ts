import { describe, expect } from 'vitest'
import { LINK_SCOPES } from '../../../src/bookings/states/stay-link.ts'
import { sign } from '../../../src/platform/lib/signature.ts'
import { inDays, test } from '../../support/app.ts'
import { decide, describeArrival, setCode } from '../../support/arrivals.ts'
import { change } from '../../support/changes.ts'
import { channelScene, eventOf, sold } from '../../support/channels.ts'
import { makeDue } from '../../support/jobs.ts'
import { makeKey } from '../../support/keys.ts'
import { cancel, paid, reserved } from '../../support/payments.ts'
import { DEPOSIT } from '../../support/settlement.ts'
import { bookedByHand, browse, linksOf, read } from '../../support/stay-page.ts'
import { shift } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

describe('the page of a stay', () => {
  test('is mailed to a guest without an account, and shows days, home, people and money', async ({ t }) => {
    const { owner, link, id } = await bookedByHand(t)
    const { status, body, headers } = await browse(t, link)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    for (const text of [
      'Casa',
      'Ada Lovelace',
      '2 adults',
      'rue &lt;Neuve&gt;',
      'from 16:00',
      '€300.00',
      '/pay/',
      'Add to my calendar',
    ])
      expect(body).toContain(text)
    expect(body).not.toMatch(/<script|<Neuve>/)
    expect((await browse(t, link, 'fr')).body).toContain('Reste à payer')
    const shown = await read(t, link)
    expect(shown).toMatchObject({
      ...{ reservation_id: id, view: 'full', status: 'confirmed', check_in: inDays(30), guest_name: 'Ada Lovelace' },
      property: { title: 'Casa', city: 'Paris', address: '1, rue <Neuve>', check_in_time: '16:00' },
      money: { total: 300, paid: 0, open: 300, payments: [{ kind: 'booking', amount: 300, due_on: inDays(30) }] },
      arrival: { state: 'later', door: null, access_code: { state: 'none' } },
      cancellation: { refund_today: 0 },
      ...{ may_change: true, change_request: null, sharing: { shares_code: false } },
    })
    // Nothing is done by looking at it.
    const before = await t.db`select to_jsonb(r) as row from reservations r where id = ${id}`
    await browse(t, `${link}?notice=code_sent&utm_source=mail`)
    expect(await t.db`select to_jsonb(r) as row from reservations r where id = ${id}`).toEqual(before)
    expect((await t.call('GET', `${link}?notice=x`)).status).toBe(400)

    const file = await t.call('GET', `${link}/calendar.ics`)
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(file.body).toMatch(/^BEGIN:VCALENDAR\r\n/)
    const [hours] = await t.db<{ begin: string }[]>`
      select to_char((${inDays(30)}::date + '16:00'::time) at time zone 'Europe/Paris' at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as begin`
    for (const line of [`DTSTART:${hours?.begin}`, 'SUMMARY:Casa', 'STATUS:CONFIRMED', `UID:stay-${id}@sejour.test`])
      expect(file.body).toContain(line)
    expect(file.body).not.toContain(link)

    await change(t, owner, id, { adults: 3 })
    await makeDue(t, 'stays.mail-changed')
    await t.drain()
    const [mail] = await t.mails('ada@example.org')
    expect(mail?.text).toContain(`http://sejour.test/api/v1${link}`)
  })

  test('shows how to arrive when it is open, to fellow travellers without money and without the code', async ({
    t,
  }) => {
    const { owner, home, id, link, travel } = await bookedByHand(t)
    await describeArrival(t, owner, home, { texts: { fr: { way: 'à <gauche>', manual: 'x' } } })
    await setCode(t, owner, id, { code: '4711#', note: 'Twice' })
    expect((await read(t, link)).arrival).toMatchObject({
      state: 'later',
      way: null,
      wifi: null,
      access_code: { code: null },
    })
    expect((await browse(t, link)).body).toContain('Visible here from')
    await decide(t, owner, id, 'withheld')
    expect((await browse(t, link)).body).toContain('has not published')
    await decide(t, owner, id, 'released')
    const { body } = await browse(t, link)
    for (const text of ['4711#', 'Twice', 'à &lt;gauche&gt;', 'calanques13']) expect(body).toContain(text)

    const theirs = await read(t, travel)
    expect(theirs).toMatchObject({
      ...{ view: 'travel', money: null, cancellation: null, change_request: null, may_change: false, sharing: null },
      arrival: { way: 'à <gauche>', access_code: { state: 'set', code: null, note: null } },
    })
    const page = (await browse(t, travel)).body
    expect(page).toContain('calanques13')
    expect(page).not.toMatch(/4711|€|<form/)
    expect((await read(t, travel.replace('?view=travel', ''))).view).toBe('travel')
    expect((await read(t, `${link}?view=travel`)).view).toBe('travel')
    const key = travel.replace('?view=travel', '')
    for (const [form, sent] of [
      ['sharing', { shares_code: true }],
      ['codes', {}],
      ['cancel', { code: '123456' }],
      ['change-requests', { adults: 1 }],
    ] as const)
      expect((await t.call('POST', `${key}/${form}`, sent)).body.code).toBe('forbidden')
    expect((await t.call('POST', `${link}/sharing`, { shares_code: 'maybe' })).status).toBe(400)
    expect((await t.call('POST', `${link}/sharing`, { shares_code: true })).status).toBe(200)
    expect((await read(t, travel)).arrival.access_code).toMatchObject({ code: '4711#' })
    expect((await t.call('GET', `${key}/calendar.ics`)).status).toBe(200)
  })

  test('says what is paid and open of any stay, and where it is paid elsewhere', async ({ t }) => {
    const { guest, id } = await paid(t, DEPOSIT)
    const { link } = await linksOf(t, guest, id)
    expect((await read(t, link)).money).toMatchObject({
      ...{ total: 300, paid: 90, open: 210 },
      payments: [{ kind: 'balance', amount: 210, due_on: inDays(20), payment_url: expect.stringContaining('/pay/') }],
    })
    // A deposit that is still due, and the balance after it.
    const later = await bookedByHand(t, { fields: DEPOSIT })
    expect((await read(t, later.link)).money).toMatchObject({
      ...{ total: 300, paid: 0, open: 300 },
      payments: [{ kind: 'booking', amount: 90 }],
    })
    const held = await reserved(t)
    const hold = (await linksOf(t, held.guest, held.id)).link
    expect(await read(t, hold)).toMatchObject({ status: 'pending', arrival: null, property: { address: null } })
    await t.db`update properties set address = '1, rue Secrète' where id = ${held.home}`
    const tentative = (await t.call('GET', `${hold}/calendar.ics`)).body
    expect(tentative).toContain('STATUS:TENTATIVE')
    expect(tentative).not.toContain('Secrète')
    const channel = await channelScene(t)
    await channel.deliver(eventOf(sold(30, 33)))
    const [row] = await t.db<{ id: number }[]>`select max(id) as id from reservations`
    const sale = (await linksOf(t, channel.owner, row?.id ?? 0)).link
    expect(await read(t, sale)).toMatchObject({
      money: { paid: null, open: null, payments: [] },
      ...{ cancellation: null, may_change: false },
    })
    expect((await browse(t, sale)).body).toContain('paid on the platform')
    expect((await t.call('POST', `${sale}/change-requests`, { adults: 1 })).body.code).toBe('change_at_channel')
    await cancel(t, guest, id)
    expect((await browse(t, link)).body).toContain('was cancelled or has lapsed')
    expect(await read(t, link)).toMatchObject({ status: 'cancelled', money: null, arrival: null, cancellation: null })
    expect((await t.call('GET', `${link}/calendar.ics`)).body).toContain('STATUS:CANCELLED')
  })
})

describe('the link of a stay', () => {
  test('is a signature, is renewed by guest and company, and ends 14 days after departure', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    const at = `/reservations/${id}/link`
    const { link, travel } = await linksOf(t, owner, id)
    expect(link).toMatch(new RegExp(`^/stay/${id}\\.cf[0-9a-f]{2}[\\w-]{43}$`))
    const other = await paid(t)
    for (const key of [
      link.replace(`${id}.`, `${other.id}.`),
      link.slice(0, -1),
      `/stay/${id}`,
      '/stay/x',
      `/stay/${'9'.repeat(30)}.x`,
      `/stay/${'9'.repeat(101)}`,
    ])
      expect([(await t.call('GET', key)).status, (await browse(t, key)).status], key).toEqual([404, 404])
    expect((await t.call('POST', at, undefined, await t.user())).status).toBe(404)
    const accountant = await joins(t, owner, 'accountant')
    const reader = await makeKey(t, owner, { scopes: ['reservations.read'] })
    for (const caller of [accountant, reader])
      expect((await t.call('POST', at, undefined, caller)).body.code).toBe('scope_missing')
    const other_key = await makeKey(t, owner, { scopes: ['messages.read'] })
    expect((await t.call('GET', at, undefined, other_key)).body.code).toBe('scope_missing')

    for (const renewer of [guest, owner]) {
      const before = await linksOf(t, owner, id)
      const renewed = await t.call('POST', at, undefined, renewer)
      expect(renewed.body.data.url).not.toContain(before.link)
      for (const old of [before.link, before.travel]) expect((await t.call('GET', old)).status).toBe(404)
    }
    expect((await t.call('GET', travel)).status).toBe(404)
    const { body: audit } = await t.call('GET', '/audit?action=reservation.link', undefined, owner)
    expect(audit.data).toMatchObject([
      { actor: 'owner', changes: { link_version: ['2', '3'] } },
      { actor: 'guest', changes: { link_version: ['1', '2'] } },
    ])
    const last = (await linksOf(t, guest, id)).link
    await shift(t, id, -17)
    expect((await t.call('GET', last)).status).toBe(200)
    await shift(t, id, -18)
    const gone = await t.call('GET', last)
    expect([gone.status, gone.body.code]).toEqual([410, 'stay_link_over'])
    expect((await browse(t, last)).body).toContain('more than two weeks ago')
  })

  test('is where earlier links of confirmation pages lead, until it is renewed', async ({ t }) => {
    const { id, owner } = await bookedByHand(t)
    const old = `/confirmations/${id}.${sign(t.app.config, 'confirmations of reservations', `${id}`)}`
    const { status, headers } = await t.call('GET', old)
    const to = String(headers.location).replace('http://sejour.test/api/v1', '')
    expect([status, to]).toEqual([303, expect.stringMatching(new RegExp(`^/stay/${id}\\.[\\w-]{43}$`))])
    // It opens what it did before links had scopes.
    expect(await read(t, to)).toMatchObject({ view: 'full', scopes: LINK_SCOPES, guest_name: 'Ada Lovelace' })
    await t.call('POST', `/reservations/${id}/link`, undefined, owner)
    expect((await t.call('GET', old)).status).toBe(404)
  })

  test('takes so many requests a minute', async ({ t }) => {
    const { link } = await bookedByHand(t)
    const ask = async () => (await t.call('GET', `${link}/calendar.ics`)).status
    const statuses = await Promise.all(Array.from({ length: 119 }, ask))
    expect([new Set(statuses), await ask(), await ask()]).toEqual([new Set([200]), 200, 429])
  })
})
