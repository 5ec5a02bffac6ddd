import { describe, expect } from 'vitest'
import { inDays, isolated, test } from '../../support/app.ts'
import { channelScene, eventOf, sold } from '../../support/channels.ts'
import { notified, paid, settle, show } from '../../support/payments.ts'
import { ADA, bookedByHand, browse, codeFor, linksOf, read, send } from '../../support/stay-page.ts'

describe('a guest without an account', () => {
  test('asks for a change by form and as a program, and reads the answer of the company', async ({ t }) => {
    const { owner, id, link } = await bookedByHand(t)
    const fields = {
      check_in: inDays(30),
      check_out: inDays(34),
      adults: '2',
      children: '1',
      infants: '0',
      message: '',
    }
    const sent = await send(t, link, 'change-requests', fields)
    expect([sent.status, sent.headers.location]).toEqual([
      303,
      expect.stringMatching(new RegExp(`${link}\\?notice=change_requested$`)),
    ])
    expect((await browse(t, `${link}?notice=change_requested`)).body).toContain('has been sent')
    expect((await read(t, link)).change_request).toMatchObject({
      ...{ status: 'open', message: null, after: { check_out: inDays(34), children: 1, total: 400 } },
    })
    expect(await notified(t, owner)).toContain('change_requested')
    const again = await t.call('POST', `${link}/change-requests`, { adults: 1, message: 'Alone' })
    expect([again.status, again.body.data.change_request]).toMatchObject([201, { message: 'Alone', status: 'open' }])
    const { id: request_id } = again.body.data.change_request
    const at = `/reservations/${id}/change-requests/${request_id}/decline`
    await t.call('POST', at, { reason: 'It is full <b>' }, owner)
    const { body } = await browse(t, link)
    expect(body).toContain('Your host has declined.')
    expect(body).toContain('It is full &lt;b&gt;')

    // A refusal is the page again, which says why.
    const same = await send(t, link, 'change-requests', { ...fields, check_out: inDays(33), children: '0' })
    expect([same.status, same.body]).toEqual([400, expect.stringContaining('Ask for other days or guests')])
    const early = await send(t, link, 'change-requests', { ...fields, check_in: inDays(-2) })
    expect([early.status, early.body]).toEqual([400, expect.stringContaining('role="alert"')])
    const two = await send(t, link, 'change-requests', { ...fields, check_in: 'soon', adults: '0' })
    expect(two.body).toMatch(/role="alert"><p>Arrival – Invalid date.*role="alert"><p>Adults – At least 1/s)
    expect((await send(t, link, 'change-requests', { adults: 'many' })).status).toBe(400)
    expect((await t.call('POST', `${link}/change-requests`, { adults: 1, rooms: 2 })).body.errors).toHaveProperty(
      'rooms',
    )
  })

  test('cancels by the terms with a mailed code, which is right once', async ({ t }) => {
    const { owner, id, link } = await bookedByHand(t)
    const nothing = await send(t, link, 'cancel', { code: '123456' })
    expect([nothing.status, nothing.body]).toEqual([400, expect.stringContaining('code is wrong')])
    expect((await send(t, link, 'codes')).headers.location).toContain('?notice=code_sent')
    const first = await codeFor(t, ADA.email)
    await t.call('POST', `${link}/codes`)
    const code = await codeFor(t, ADA.email)
    expect(code).toMatch(/^\d{6}$/)
    if (first !== code) expect((await t.call('POST', `${link}/cancel`, { code: first })).status).toBe(400)
    await t.db`update stay_codes set expires_at = now() - interval '1 second'`
    expect((await t.call('POST', `${link}/cancel`, { code })).status).toBe(400)
    await t.db`update stay_codes set expires_at = now() + interval '1 minute'`
    const answers = await Promise.all(Array.from({ length: 6 }, () => t.call('POST', `${link}/cancel`, { code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const done = answers.find(({ status }) => status === 200)
    expect(done?.body.data).toMatchObject({ status: 'cancelled', refund: 0, refund_parts: { card: 0, elsewhere: 0 } })
    expect((await show(t, owner, id)).timeline.at(-1)).toMatchObject({ to: 'cancelled', actor: 'guest' })
    expect(await notified(t, owner)).toContain('reservation_cancelled')
    expect((await browse(t, `${link}?notice=cancelled`)).body).toContain('The stay is cancelled.')
    expect((await t.call('POST', `${link}/codes`)).body).toMatchObject({
      code: 'illegal_move',
      data: { status: expect.any(String), actions: [] },
    })
  })

  isolated('gets five codes an hour, and fifteen guesses a day', async ({ t }) => {
    const { link } = await bookedByHand(t)
    const asked = await Promise.all(Array.from({ length: 7 }, () => t.call('POST', `${link}/codes`)))
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(2)
    const right = await codeFor(t, ADA.email)
    const wrong = right === '000000' ? '000001' : '000000'
    const guesses = await Promise.all(
      Array.from({ length: 15 }, () => t.call('POST', `${link}/cancel`, { code: wrong })),
    )
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([400]))
    const locked = await t.call('POST', `${link}/cancel`, { code: right })
    expect([locked.status, Object.keys(locked.body.errors)]).toEqual([400, ['code']])
  })

  test('without an address, or of a channel, cannot cancel here', async ({ t }) => {
    const silent = await bookedByHand(t, { guest: { name: 'Ada' } })
    expect((await t.call('POST', `${silent.link}/codes`)).body.code).toBe('no_address')
    const channel = await channelScene(t)
    await channel.deliver(eventOf(sold(30, 33)))
    const [row] = await t.db<{ id: number }[]>`select max(id) as id from reservations`
    const { link } = await linksOf(t, channel.owner, row?.id ?? 0)
    expect((await browse(t, link)).body).toContain('contact your host or the platform')
  })
})

test('a guest with an account has the same page, with the code at their address and the refund of the terms', async ({
  t,
}) => {
  const { guest, owner, id } = await paid(t, { cancellation_policy: 'flexible' })
  const { link } = await linksOf(t, guest, id)
  expect((await read(t, link)).cancellation).toMatchObject({ refund_today: 300, terms: [{ refund: 300 }, {}] })
  await t.call('POST', `${link}/codes`)
  const cancelled = await send(t, link, 'cancel', { code: await codeFor(t, guest.email) })
  expect([cancelled.status, cancelled.headers.location]).toEqual([303, expect.stringContaining('notice=cancelled')])
  await settle(t)
  expect(await show(t, owner, id)).toMatchObject({
    status: 'cancelled',
    cancelled_by: 'guest',
    refunds: [{ amount: 300 }],
  })
})
