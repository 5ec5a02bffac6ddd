import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { notify } from '../../../src/accounts/notifications/notify.ts'
import { NOTIFICATION_TYPE } from '../../../src/platform/db/enums.ts'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'

const tell = (t: TestApp, user: TestUser, key: string) =>
  t.db.begin((tx) =>
    notify(t.app, tx, {
      user_id: user.id,
      content: {
        type: 'payment_received',
        home: 'Casa',
        check_in: '2027-07-01',
        check_out: '2027-07-04',
        amount_cents: 123_450,
        currency: 'EUR',
      },
      data: { reservation_id: 7, payment_id: 9 },
      property_id: null,
      dedupe_key: key,
    }),
  )
const list = async (t: TestApp, user: TestUser, query = '') =>
  (await t.call('GET', `/notifications${query}`, undefined, user)).body

const ALL = { email_notifications: true, push_notifications: true, marketing_emails: true }
const wantAll = (t: TestApp, user: TestUser) => t.call('PUT', '/notifications/settings', ALL, user)
const settings = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/notifications/settings', undefined, user)).body

/** A user who wants all mails and has got one, and the link in it that ends them. */
async function mailed(t: TestApp) {
  const user = await t.user({ locale: 'en' })
  await tell(t, user, 'first')
  await t.drain()
  await wantAll(t, user)
  const [mail] = await t.mails(user.email)
  const link = /<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  return { user, mail, link, url: link.replace('http://sejour.test', '/') }
}

describe('notifications', () => {
  test('are listed newest first, in the reader’s language, with their place in the whole', async ({ t }) => {
    const user = await t.user({ locale: 'en' })
    for (const key of ['a', 'b', 'c']) await tell(t, user, key)
    const body = await list(t, user, '?per_page=2')
    expect(body).toMatchObject({ success: true, meta: { page: 1, per_page: 2, total: 3, last_page: 2, unread: 3 } })
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      type: 'payment_received',
      title: 'Payment received',
      message: 'We have received €1,234.50 for “Casa”, 1 to 4 July 2027.',
      data: {
        reservation_id: 7,
        payment_id: 9,
        home: 'Casa',
        check_in: '2027-07-01',
        check_out: '2027-07-04',
        amount: 1234.5,
        currency: 'EUR',
      },
      read_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    })
    expect(body.data[0].id).toBeGreaterThan(body.data[1].id)
    expect((await list(t, user, '?page=2&per_page=2')).data).toHaveLength(1)
  })

  test('answer at the root as well, as the specification writes them', async ({ t }) => {
    const user = await t.user()
    await tell(t, user, 'a')
    expect((await t.call('GET', '//notifications', undefined, user)).body.data).toHaveLength(1)
    expect((await t.call('GET', '//notifications/settings', undefined, user)).status).toBe(200)
  })

  test('the same thing is told once, also at once', async ({ t }) => {
    const user = await t.user()
    const news = await Promise.all(Array.from({ length: 10 }, () => tell(t, user, 'same')))
    expect(news.filter(Boolean)).toHaveLength(1)
    await t.drain()
    expect(await t.mails(user.email)).toHaveLength(1)
  })

  test('are read, one or all, and deleted; only one’s own', async ({ t }) => {
    const [user, other] = [await t.user(), await t.user()]
    for (const key of ['a', 'b', 'c']) await tell(t, user, key)
    const [first] = (await list(t, user)).data
    expect((await t.call('POST', `/notifications/${first.id}/read`, undefined, other)).status).toBe(404)
    const read = (await t.call('POST', `/notifications/${first.id}/read`, undefined, user)).body.data.read_at
    expect(read).not.toBeNull()
    expect((await t.call('POST', `/notifications/${first.id}/read`, {}, user)).body.data.read_at).toBe(read)
    expect((await list(t, user)).meta.unread).toBe(2)
    expect((await t.call('POST', '/notifications/read-all', undefined, user)).body.data).toEqual({ count: 2 })
    expect((await list(t, user)).meta.unread).toBe(0)
    expect((await list(t, user)).data.every((one: { read_at: string | null }) => one.read_at !== null)).toBe(true)
    expect((await t.call('DELETE', `/notifications/${first.id}`, undefined, other)).status).toBe(404)
    expect((await t.call('DELETE', `/notifications/${first.id}`, undefined, user)).status).toBe(200)
    expect((await t.call('DELETE', `/notifications/${first.id}`, undefined, user)).status).toBe(404)
    expect((await list(t, user)).meta.total).toBe(2)
    for (const bad of ['abc', '0', '-1', '99999999999999999999', '1.5']) {
      expect((await t.call('POST', `/notifications/${bad}/read`, undefined, user)).status).toBe(404)
    }
  })

  test('settings are kept and honoured by mail', async ({ t }) => {
    const user = await t.user()
    const settings = () => t.call('GET', '/notifications/settings', undefined, user)
    expect((await settings()).body).toEqual({
      email_notifications: true,
      push_notifications: true,
      muted_topics: [],
      marketing_emails: false,
    })
    const changed = await t.call('PUT', '/notifications/settings', { email_notifications: false, unknown: 1 }, user)
    expect(changed.body).toMatchObject({
      email_notifications: false,
      push_notifications: true,
      marketing_emails: false,
    })
    await t.call('PUT', '/notifications/settings', { marketing_emails: true }, user)
    expect((await settings()).body).toMatchObject({
      email_notifications: false,
      push_notifications: true,
      marketing_emails: true,
    })
    await tell(t, user, 'quiet')
    await t.drain()
    expect(await t.mails(user.email)).toHaveLength(0)
    expect((await list(t, user)).meta.total).toBe(1)
    const bad = await t.call('PUT', '/notifications/settings', { push_notifications: 'yes' }, user)
    expect([bad.status, Object.keys(bad.body.data)]).toEqual([400, ['push_notifications']])
  })

  test('each mail has a link that ends mails of its kind', async ({ t }) => {
    const { mail, link } = await mailed(t)
    expect(link).toMatch(/^http:\/\/sejour\.test\/api\/v1\/unsubscribe\?key=[\w-]+&list=notifications$/)
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect([mail?.text, mail?.html.replaceAll('&amp;', '&')]).toEqual(Array(2).fill(expect.stringContaining(link)))
  })

  test('the page of that link asks first: a scanner of mails that opens it ends nothing', async ({ t }) => {
    const { user, url } = await mailed(t)
    const page = await t.call('GET', url, undefined, { headers: { accept: 'text/html' }, locale: 'en' })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toMatch(/<form method="post"><button>Stop them<\/button>/)
    expect(await settings(t, user)).toMatchObject(ALL)
  })

  test('one click of a mail program, or of its page, ends them, and only them', async ({ t }) => {
    const { user, url } = await mailed(t)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const multipart = new Response(form)
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [multipart.headers.get('content-type') ?? '', Buffer.from(await multipart.arrayBuffer())],
      ['application/json', undefined],
    ] as const) {
      await wantAll(t, user)
      const ended = await t.call('POST', url, body, { headers: { 'content-type': type } })
      expect(ended).toMatchObject({ status: 200, body: { success: true } })
      expect(await settings(t, user)).toMatchObject({ ...ALL, email_notifications: false })
    }
    await tell(t, user, 'second')
    await t.drain()
    expect(await t.mails(user.email)).toHaveLength(1)
    await t.call('POST', url.replace('=notifications', '=marketing'))
    expect(await settings(t, user)).toMatchObject({
      email_notifications: false,
      push_notifications: true,
      marketing_emails: false,
    })
  })

  test('a link of another key, or of no list, ends nothing', async ({ t }) => {
    const other = await t.user()
    const { url } = await mailed(t)
    const key = /key=([\w-]+)/.exec(url)?.[1] ?? ''
    const bad = [
      url.replace(key, '00000000-0000-4000-8000-000000000000'),
      url.replace(key, 'x'),
      url.replace('notifications', 'all'),
      '/unsubscribe',
    ]
    for (const method of ['GET', 'POST']) {
      const answers = await Promise.all(bad.map((address) => t.call(method, address)))
      expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 400])
    }
    const refused = await t.call('GET', bad[0] ?? '', undefined, { headers: { accept: 'text/html' } })
    expect([refused.status, refused.body]).toEqual([404, expect.not.stringContaining('<form')])
    expect((await t.call('GET', '/notifications/settings', undefined, other)).body.email_notifications).toBe(true)
  })

  test('need a token', async ({ t }) => {
    for (const [method, url] of [
      ['GET', '/notifications'],
      ['POST', '/notifications/1/read'],
      ['POST', '/notifications/read-all'],
      ['DELETE', '/notifications/1'],
      ['GET', '/notifications/settings'],
      ['PUT', '/notifications/settings'],
    ] as const) {
      expect((await t.call(method, url)).status).toBe(401)
    }
  })

  test('a rollback tells nobody anything', async ({ t }) => {
    const user = await t.user()
    await expect(
      t.db.begin(async (tx) => {
        await notify(t.app, tx, {
          user_id: user.id,
          content: { type: 'reservation_inquiry', home: 'x', check_in: '2027-01-01', check_out: '2027-01-02' },
          data: { reservation_id: 7 },
          property_id: null,
          dedupe_key: 'x',
        })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await t.drain()
    expect([(await list(t, user)).data, await t.mails(user.email)]).toEqual([[], []])
  })
})

test('the design says of every type who is told, and names no other', () => {
  const design = readFileSync('docs/design/domain.md', 'utf8')
  const [, table = ''] = /^## Notifications\n.*?\n(\| move .*?)\n\n/ms.exec(design) ?? []
  const named = [...table.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name)
  expect([...new Set(named)].filter((name) => name !== 'marketing_emails').sort()).toEqual([...NOTIFICATION_TYPE])
})

test('news of a company is written while its mails are being counted', async ({ t }) => {
  const user = await t.user()
  await tell(t, user, 'first')
  await t.drain()
  await t.db.begin(async (counting) => {
    await counting`update attempt_counters set count = count + 1 where key = ${`news mailed to ${user.email}`}`
    await tell(t, user, 'second')
  })
  await t.drain()
  expect(await t.mails(user.email)).toHaveLength(2)
})

isolated('news that is tried again counts once among the mails of a day', async ({ t }) => {
  const user = await t.user()
  const { mail } = t.app
  const { deliver } = mail
  mail.deliver = async () => {
    throw new Error('mailbox full')
  }
  await tell(t, user, 'first')
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(t.drain()).rejects.toThrow('mailbox full')
    await t.db`update pgboss.job set start_after = now() where state = 'retry'`
  }
  mail.deliver = deliver
  await t.drain()
  expect(await t.mails(user.email)).toHaveLength(1)
  const counted = await t.db`select count from attempt_counters where key = ${`news mailed to ${user.email}`}`
  expect(counted).toEqual([{ count: 1 }])
})
