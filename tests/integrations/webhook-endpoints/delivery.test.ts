import { Webhook } from 'standardwebhooks'
import { describe, expect, test as plain } from 'vitest'
import { disableFailing } from '../../../src/integrations/webhook-endpoints/disable.ts'
import { outcomeOf } from '../../../src/integrations/webhook-endpoints/outcome.ts'
import { OutboundError } from '../../../src/platform/outbound/outbound.ts'
import { retryAfterSeconds } from '../../../src/platform/outbound/retry-after.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { feed } from '../../support/feed.ts'
import { write } from '../../support/messages.ts'
import { notified } from '../../support/payments.ts'
import { addEndpoint, deliveriesOf, isolated, sendAll, test, timePasses } from '../../support/receiver.ts'

describe('what is sent', () => {
  test('a booking reaches the owner’s endpoint, signed so that the public library verifies it', async ({
    t,
    receiver,
  }) => {
    const { owner, home, guest } = await scene(t)
    await sendAll(t)
    const { secret } = await addEndpoint(t, owner, receiver.url, {
      types: ['reservation.created', 'payment.succeeded'],
    })
    const { reservation_id: id } = (await book(t, guest, stay(home))).body.data
    await sendAll(t)
    expect(receiver.received).toHaveLength(1)
    const [{ headers, raw } = { headers: {}, raw: '' }] = receiver.received
    const verified = new Webhook(secret).verify(raw, headers as Record<string, string>)
    const { events } = await feed(t, owner, '', '&types=reservation.created')
    const event = events.at(-1)
    expect(verified).toEqual({
      type: 'reservation.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      cursor: expect.stringMatching(/^1\.\d+$/),
      data: {
        object: event?.data,
        previous: null,
        subject_id: String(id),
        property_id: home,
        owner_id: owner.id,
        actor: { type: 'guest', id: guest.id },
      },
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^evt_\d+$/),
    })
    expect(() => new Webhook(secret).verify(`${raw} `, headers as Record<string, string>)).toThrow()
  })

  test('nobody is sent what others are told, and the staff’s endpoint all of it', async ({ t, receiver }) => {
    const [mine, theirs] = [await scene(t), await scene(t)]
    const staff = await t.user({ role: 'support' })
    await sendAll(t)
    const types = ['message.created']
    await addEndpoint(t, theirs.owner, `${receiver.url}/theirs`, { types })
    await addEndpoint(t, mine.guest, `${receiver.url}/guest`, { types })
    await addEndpoint(t, mine.owner, `${receiver.url}/mine`)
    await addEndpoint(t, staff, `${receiver.url}/staff`, { types })
    await write(t, mine.guest, mine.owner, { property_id: mine.home })
    await sendAll(t)
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/hooks/mine', '/hooks/staff'])
  })

  isolated('for a day after a rotation both secrets sign', async ({ t, receiver }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const { id, secret } = await addEndpoint(t, owner, receiver.url, { types: ['message.created'] })
    const { body } = await t.call('POST', `/webhook-endpoints/${id}/rotate`, undefined, owner)
    const rotated = body.data.secret
    expect(rotated).not.toBe(secret)
    const verify = (which: string) => {
      const { raw, headers } = receiver.received.at(-1) ?? { raw: '', headers: {} }
      return new Webhook(which).verify(raw, headers as Record<string, string>)
    }
    await write(t, guest, owner, {})
    await sendAll(t)
    expect(verify(secret)).toEqual(verify(rotated))
    await t.db`update webhook_endpoints set rotated_at = now() - interval '25 hours'`
    await write(t, guest, owner, {})
    await sendAll(t)
    verify(rotated)
    expect(() => verify(secret)).toThrow()
  })
})

describe('what fails', () => {
  test('is tried again with the same id and body, and is delivered in the end', async ({ t, receiver }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const { id } = await addEndpoint(t, owner, receiver.url, { types: ['message.created'] })
    receiver.answer = (response) => response.writeHead(500).end('x'.repeat(5_000))
    await write(t, guest, owner, {})
    await sendAll(t)
    const [failed] = await deliveriesOf(t, owner, id)
    expect(failed).toMatchObject({
      status: 'waiting',
      attempts: 1,
      status_code: 500,
      answer: 'x'.repeat(2_048),
      error: null,
    })
    const { failing_since } = (await t.call('GET', `/webhook-endpoints/${id}`, undefined, owner)).body.data
    expect(failing_since).not.toBeNull()
    // Not before its time.
    await sendAll(t)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = (response) => response.writeHead(200).end('thanks')
    await timePasses(t)
    await sendAll(t)
    const [first, second] = receiver.received
    expect([second?.raw, second?.headers['webhook-id']]).toEqual([first?.raw, first?.headers['webhook-id']])
    expect(await deliveriesOf(t, owner, id)).toMatchObject([
      { status: 'delivered', attempts: 2, status_code: 200, answer: 'thanks', due_at: null },
    ])
    expect((await t.call('GET', `/webhook-endpoints/${id}`, undefined, owner)).body.data.failing_since).toBeNull()
  })

  test('ends after ten tries, and is sent again when somebody asks', async ({ t, receiver }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const { id } = await addEndpoint(t, owner, receiver.url, { types: ['message.created'] })
    receiver.answer = (response) => response.writeHead(503).end()
    await write(t, guest, owner, {})
    await t.app.dispatchEvents()
    for (let round = 0; round < 12; round++) {
      await t.app.sendWebhooks()
      await timePasses(t)
    }
    expect(receiver.received).toHaveLength(10)
    const [failed] = await deliveriesOf(t, owner, id)
    expect(failed).toMatchObject({ status: 'failed', attempts: 10 })
    receiver.answer = (response) => response.writeHead(204).end()
    const again = `/webhook-endpoints/${id}/deliveries/${failed.id}/replay`
    expect((await t.call('POST', again, undefined, await t.user())).status).toBe(404)
    expect((await t.call('POST', again, undefined, owner)).status).toBe(200)
    await t.app.sendWebhooks()
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(failed.event_key)
    expect(await deliveriesOf(t, owner, id)).toMatchObject([{ status: 'delivered' }])
  })

  test('with 410 ends the endpoint, and its owner is told; it can be enabled, and sent what it has missed', async ({
    t,
    receiver,
  }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const { next } = await feed(t, owner, 'latest')
    const { id } = await addEndpoint(t, owner, receiver.url, { types: ['message.created'] })
    receiver.answer = (response) => response.writeHead(410).end()
    await write(t, guest, owner, {})
    await sendAll(t)
    const shown = async () => (await t.call('GET', `/webhook-endpoints/${id}`, undefined, owner)).body.data
    expect(await shown()).toMatchObject({ enabled: false, disabled_because: 'gone' })
    expect(await notified(t, owner)).toContain('webhook_disabled')
    await write(t, guest, owner, {})
    await sendAll(t)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = (response) => response.writeHead(204).end()
    await t.call('PATCH', `/webhook-endpoints/${id}`, { enabled: true }, owner)
    const { body } = await t.call('POST', `/webhook-endpoints/${id}/replay`, { after: next }, owner)
    expect(body.data).toEqual({ deliveries: 2 })
    await sendAll(t)
    expect(receiver.received).toHaveLength(3)
    expect(await shown()).toMatchObject({ enabled: true, disabled_because: null, waiting: 0 })
  })

  test('for four days disables the endpoint', async ({ t, receiver }) => {
    const { owner } = await scene(t)
    const { id } = await addEndpoint(t, owner, receiver.url)
    await t.db`update webhook_endpoints set failing_since = now() - interval '3 days'`
    await disableFailing.run(t.app, {})
    expect((await t.call('GET', `/webhook-endpoints/${id}`, undefined, owner)).body.data.enabled).toBe(true)
    await t.db`update webhook_endpoints set failing_since = now() - interval '97 hours'`
    await disableFailing.run(t.app, {})
    await disableFailing.run(t.app, {})
    expect((await t.call('GET', `/webhook-endpoints/${id}`, undefined, owner)).body.data).toMatchObject({
      disabled_because: 'failing',
    })
    await t.drain()
    const mails = (await t.mails(owner.email)).map(({ text }) => text)
    expect(mails.filter((text) => text.includes(`${receiver.url} ne répond plus`))).toHaveLength(1)
  })

  test('at one endpoint delays no other', async ({ t, receiver }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const types = ['message.created']
    await addEndpoint(t, owner, `${receiver.url}/hangs`, { types })
    await addEndpoint(t, owner, `${receiver.url}/works`, { types })
    const hanging: (() => void)[] = []
    let works = 0
    const allWork = Promise.withResolvers<void>()
    receiver.answer = (response, { path }) => {
      if (path.endsWith('hangs')) {
        hanging.push(() => response.writeHead(204).end())
        return
      }
      response.writeHead(204).end()
      if (++works === 20) allWork.resolve()
    }
    for (let count = 0; count < 20; count++) await write(t, guest, owner, {})
    await t.app.dispatchEvents()
    const sending = Promise.all([t.app.sendWebhooks(), (await t.node()).app.sendWebhooks()])
    await Promise.race([allWork.promise, sending])
    expect(works).toBe(20)
    const free = setInterval(() => {
      for (const answer of hanging.splice(0)) answer()
    }, 5)
    await sending
    clearInterval(free)
  })
})

plain('ten tries over three days, with a pause that the receiver may ask for', () => {
  const refused = { status: 500, retryAfter: undefined, text: '' }
  const pauses = Array.from({ length: 10 }, (_, tries) => outcomeOf(refused, tries + 1, 0.5))
  expect(pauses.map(({ status }) => status)).toEqual([...Array.from({ length: 9 }, () => 'waiting'), 'failed'])
  const days = pauses.reduce((sum, { wait_seconds }) => sum + wait_seconds, 0) / 86_400
  expect(days).toBeCloseTo(3.15, 2)
  expect(outcomeOf({ ...refused, retryAfter: 600 }, 1, 0).wait_seconds).toBe(600)
  expect(outcomeOf({ ...refused, retryAfter: 10_000_000 }, 1, 0).wait_seconds).toBe(86_400)
  expect(outcomeOf({ ...refused, status: 302 }, 1, 0)).toMatchObject({ status: 'waiting', status_code: 302 })
  expect(outcomeOf(new OutboundError('private_address'), 1, 0)).toMatchObject({
    status: 'waiting',
    answer: null,
    error: 'private_address',
  })
  const now = Date.parse('2026-11-23T12:00:00Z')
  expect([
    retryAfterSeconds('7', now),
    retryAfterSeconds('Mon, 23 Nov 2026 12:01:00 GMT', now),
    retryAfterSeconds('soon', now),
  ]).toEqual([7, 60, undefined])
})
