import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { describe, expect } from 'vitest'
import { scene } from '../../support/booking.ts'
import { feed } from '../../support/feed.ts'
import { write } from '../../support/messages.ts'
import { addEndpoint, deliveriesOf, isolated, sendAll, test } from '../../support/receiver.ts'

const BASE = '/webhook-endpoints'

describe('endpoints', () => {
  test('are shown without their secret, changed, paused and deleted', async ({ t, receiver }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const { id, secret } = await addEndpoint(t, owner, receiver.url, { description: 'The accountant' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { body } = await t.call('GET', `${BASE}/${id}`, undefined, owner)
    expect(body.data).toMatchObject({
      id,
      url: receiver.url,
      types: ['*'],
      description: 'The accountant',
      enabled: true,
      waiting: 0,
    })
    expect(body.data).not.toHaveProperty('secret')
    const [row] = await t.db<{ secret: Buffer }[]>`select secret from webhook_endpoints`
    expect(row?.secret.toString('base64')).not.toContain(secret.slice(6, 20))
    const changed = await t.call(
      'PATCH',
      `${BASE}/${id}`,
      { types: ['message.created', '*'], description: null },
      owner,
    )
    expect(changed.body.data).toMatchObject({ types: ['*'], description: null, url: receiver.url })
    expect((await t.call('PATCH', `${BASE}/${id}`, { enabled: false }, owner)).body.data).toMatchObject({
      disabled_because: 'paused',
    })
    await write(t, guest, owner, {})
    await sendAll(t)
    expect(receiver.received).toEqual([])
    expect((await t.call('GET', BASE, undefined, owner)).body.meta.total).toBe(1)
    expect((await t.call('DELETE', `${BASE}/${id}`, undefined, owner)).status).toBe(200)
    expect((await t.call('GET', BASE, undefined, owner)).body.data).toEqual([])
  })

  test('of others are 404, in every operation', async ({ t, receiver }) => {
    const { owner } = await scene(t)
    const { id } = await addEndpoint(t, owner, receiver.url)
    const { next } = await feed(t, owner, 'latest')
    for (const user of [await t.user(), await t.user({ role: 'support' })]) {
      const asked = await Promise.all([
        t.call('GET', `${BASE}/${id}`, undefined, user),
        t.call('PATCH', `${BASE}/${id}`, { enabled: false }, user),
        t.call('DELETE', `${BASE}/${id}`, undefined, user),
        t.call('POST', `${BASE}/${id}/rotate`, undefined, user),
        t.call('POST', `${BASE}/${id}/test`, undefined, user),
        t.call('GET', `${BASE}/${id}/deliveries`, undefined, user),
        t.call('POST', `${BASE}/${id}/deliveries/1/replay`, undefined, user),
        t.call('POST', `${BASE}/${id}/replay`, { after: next }, user),
      ])
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404))
      expect((await t.call('GET', BASE, undefined, user)).body.data).toEqual([])
    }
    expect((await t.call('GET', BASE)).status).toBe(401)
    expect(receiver.received).toEqual([])
  })

  test('refuse what makes no sense', async ({ t, receiver }) => {
    const owner = await t.user()
    const { id } = await addEndpoint(t, owner, receiver.url)
    const wrong: object[] = [
      {},
      { url: 'no' },
      { url: 'ftp://a.example' },
      { url: 'https://user:password@a.example' },
      { url: 'http://10.0.0.1/' },
      { url: 'http://169.254.169.254/latest' },
      { url: 'http://[::ffff:10.0.0.1]/' },
      { url: `https://a.example/${'x'.repeat(2_048)}` },
      { url: receiver.url, types: [] },
      { url: receiver.url, types: ['reservation.none'] },
      { url: receiver.url, types: 'message.created' },
      { url: receiver.url, description: 'x'.repeat(256) },
    ]
    for (const body of wrong) {
      expect([body, (await t.call('POST', BASE, body, owner)).status]).toEqual([body, 400])
      if (Object.keys(body).length > 0)
        expect([body, (await t.call('PATCH', `${BASE}/${id}`, body, owner)).status]).toEqual([body, 400])
    }
    for (const body of [{}, { after: 'x' }, { after: '1.0', until: 'x' }])
      expect([body, (await t.call('POST', `${BASE}/${id}/replay`, body, owner)).status]).toEqual([body, 400])
    expect((await t.call('POST', `${BASE}/${id}/replay`, { after: '2.0' }, owner)).status).toBe(410)
    expect((await t.call('GET', `${BASE}/x`, undefined, owner)).status).toBe(404)
  })

  test('are few, also when they are made at once', async ({ t, receiver }) => {
    const owner = await t.user()
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => t.call('POST', BASE, { url: receiver.url }, owner)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(201), ...Array(4).fill(409)])
  })

  test('are tried by their owner, who sees the answer', async ({ t, receiver }) => {
    const owner = await t.user()
    const { id, secret } = await addEndpoint(t, owner, receiver.url)
    receiver.answer = (response) => response.writeHead(418).end('I am a teapot')
    const { body } = await t.call('POST', `${BASE}/${id}/test`, undefined, owner)
    expect(body.data).toMatchObject({
      type: 'endpoint.tested',
      status: 'failed',
      status_code: 418,
      answer: 'I am a teapot',
      attempts: 1,
      due_at: null,
    })
    const [{ raw, headers } = { raw: '', headers: {} }] = receiver.received
    expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toMatchObject({
      type: 'endpoint.tested',
    })
    expect(await deliveriesOf(t, owner, id)).toEqual([body.data])
  })

  test('with a host name that leads inside get nothing, and nothing of an answer is shown', async ({ t, receiver }) => {
    const owner = await t.user()
    const { id } = await addEndpoint(t, owner, 'https://inside.example/')
    await t.db`update webhook_endpoints set url = ${receiver.url.replace('127.0.0.1', '127.0.0.2')} where id = ${id}`
    const { body } = await t.call('POST', `${BASE}/${id}/test`, undefined, owner)
    expect(body.data).toMatchObject({ status: 'failed', status_code: null, error: 'private_address', answer: null })
    expect(receiver.received).toEqual([])
  })

  isolated('of an erased account are gone', async ({ t, receiver }) => {
    const owner = await t.user()
    await addEndpoint(t, owner, receiver.url)
    expect((await t.call('DELETE', '/user', { current_password: 'correct horse' }, owner)).status).toBe(200)
    expect(await t.db`select from webhook_endpoints`).toHaveLength(0)
  })

  isolated('keep their secrets when the secret of tokens is rotated', async ({ t, receiver }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const { secret } = await addEndpoint(t, owner, receiver.url, { types: ['message.created'] })
    await write(t, guest, owner, {})
    await t.app.dispatchEvents()
    const { jwtSecret } = t.app.config
    const changed = { ...t.app.config, jwtSecret: 'x'.repeat(40), jwtPreviousSecrets: [jwtSecret] }
    Object.assign(t.app.config, changed)
    await t.app.sendWebhooks()
    const [{ raw, headers } = { raw: '', headers: {} }] = receiver.received
    new Webhook(secret).verify(raw, headers as Record<string, string>)
  })
})

/** A block of code of the guide. */
function blockOf(language: string): string {
  const page = readFileSync('docs/integrations.md', 'utf8')
  const [, block] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? []
  if (block === undefined) throw new Error(`no ${language}`)
  return block
}

describe('the guide', () => {
  test('verifies in Python what is sent, with its standard library', async ({ t, receiver }) => {
    const owner = await t.user()
    const { id, secret } = await addEndpoint(t, owner, receiver.url)
    await t.call('POST', `${BASE}/${id}/test`, undefined, owner)
    const [{ raw, headers } = { raw: '', headers: {} }] = receiver.received
    const run = (body: string) =>
      execFileSync(
        'python3',
        [
          '-c',
          `${blockOf('python')}\nimport sys, json\nh = json.loads(sys.argv[2])\nprint(verify(sys.argv[1], h, sys.stdin.buffer.read())["type"])`,
          secret,
          JSON.stringify(headers),
        ],
        { input: body, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] },
      )
    expect(run(raw)).toBe('endpoint.tested\n')
    expect(() => run(`${raw} `)).toThrow()
  })
})
