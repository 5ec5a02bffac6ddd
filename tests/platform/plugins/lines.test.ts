import { describe, expect } from 'vitest'
import { writeCalendar } from '../../../src/bookings/calendars/ical.ts'
import { isVisible, oneLine } from '../../../src/platform/lib/text.ts'
import { renderMail } from '../../../src/platform/mail/templates.ts'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { reserved } from '../../support/payments.ts'

/** Texts that no line shows, each between two words. */
const HIDDEN = [
  '\r\n',
  '\n',
  '\t',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u200d',
  '\u00ad',
  '\ufeff',
  '\u3164',
  '\u2800',
  '\u034f',
  '\ufe0f',
  '\u{e0041}',
]
/** Similar texts that are shown. */
const SHOWN = ['Maison 👨‍👩‍👧 ❤️', 'می‌خواهم', 'क्‍ष', 'Łódź – “x”', 'www.example.org', 'https://example.org']

const put = (t: TestApp, user: TestUser, body: object) => t.call('PUT', '/user', body, user)

describe('a line', () => {
  test('shows all of its characters', () => {
    for (const hidden of HIDDEN) {
      expect(isVisible(`a${hidden}b`), JSON.stringify(hidden)).toBe(false)
      expect(oneLine(` a${hidden}b${hidden}`)).toBe('a b')
    }
    for (const text of SHOWN) expect([isVisible(text), oneLine(text)], text).toEqual([true, text])
  })

  test('of ours, a title or label, is refused otherwise', async ({ t }) => {
    const owner = await t.user()
    const support = await t.user({ role: 'admin' })
    const { id, home, url, owner: host } = await reserved(t)
    await t.deliver(t.pay(url))
    const policy = { type: 'terms', locale: 'fr', content: 'x', is_mandatory: false, status: 'draft' }
    const newHome = { city_id: '2988507', base_price: 100, max_guests: 2 }
    for (const [field, send] of [
      ['title', (title: string) => t.call('POST', '/properties', { ...newHome, title }, owner)],
      ['address', (address: string) => t.call('PUT', `/properties/${home}`, { address }, host)],
      ['label', (label: string) => t.call('POST', `/reservations/${id}/supplements`, { label, amount: 1 }, host)],
      [
        'name',
        (name: string) =>
          t.call('POST', `/calendars/properties/${home}/ical/feeds`, { name, url: 'https://a.example/x.ics' }, host),
      ],
      ['alt', (alt: string) => t.call('PUT', `/properties/${home}/photos/1`, { alt }, host)],
      ['title', (title: string) => t.call('POST', '/policies/store', { ...policy, title }, support)],
    ] as const) {
      for (const hidden of HIDDEN) {
        const { status, body } = await send(`a${hidden}b`)
        expect([status, Object.keys(body.data ?? {})], JSON.stringify([field, hidden])).toEqual([400, [field]])
      }
    }
    const shown = await t.call('POST', '/properties', { ...newHome, title: SHOWN[0] }, owner)
    expect([shown.status, shown.body.data.title]).toEqual([201, SHOWN[0]])
    for (const hidden of ['\u3164', '\u115f', '\uffa0'])
      expect((await put(t, owner, { username: `ab${hidden}c` })).status).toBe(400)
  })

  test('of the specification has a space in its place; no host name is refused', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const text = 'Ada\r\nBcc: x\u202e\u200bwww.example.org'
    const shown = 'Ada Bcc: x www.example.org'
    const names = { first_name: text, last_name: text, job: text, location: text }
    const profile = await put(t, owner, names)
    expect([profile.status, profile.body.data]).toMatchObject([
      200,
      { first_name: shown, last_name: shown, job: shown, location: shown },
    ])
    expect((await put(t, owner, { first_name: 'https://example.org' })).status).toBe(200)
    expect((await put(t, owner, { first_name: '\u200b\r\n' })).status).toBe(400)
    const season = {
      property_id: home,
      season_libelle: text,
      season_start_date: inDays(1),
      season_end_date: inDays(2),
      season_reduction_percent: 5,
    }
    expect((await t.call('POST', '/seasons-test', season, owner)).body.data.season_libelle).toBe(shown)
    const closure = { start_date: inDays(5), end_date: inDays(6), reason: text }
    expect((await t.call('POST', `/calendars/properties/${home}/close`, closure, owner)).body.data.reason).toBe(shown)
  })

  test('stays one where titles of before are written: in calendars and in the headers of mails', () => {
    const text = 'a\r\nX-INJECTED:1\rX-MORE:2\u202e'
    const event = {
      uid: '1',
      summary: text,
      start_date: inDays(1),
      end_date: inDays(2),
      changes: 0,
      changed_at: new Date().toISOString(),
    }
    const lines = writeCalendar(text, [event]).split(/[\r\n]+/)
    expect(lines.filter((line) => line.startsWith('X-INJECTED') || line.startsWith('X-MORE'))).toEqual([])
    expect(lines).toContain('SUMMARY:a X-INJECTED:1 X-MORE:2')
    const content = { template: 'notification', title: text, message: 'x', link: 'https://x.example' } as const
    expect(renderMail(content, 'en').subject).toBe('a X-INJECTED:1 X-MORE:2')
  })
})

describe('an address that is not verified', () => {
  const NAME = 'Gagnez 1000 EUR sur www.example.org'

  alone('is mailed no names and no words of others', async ({ t }) => {
    const registered = await t.form('/auth/register', {
      username: 'stranger',
      email: 'stranger@example.org',
      first_name: NAME,
      last_name: NAME,
      country_id: 'FR',
      password: 'secret1',
      password_confirmation: 'secret1',
    })
    const token = registered.body.data.token
    const writer = await t.user({ role: 'support' })
    await put(t, writer, { first_name: NAME })
    await t.call('POST', '/messages', { receiver_id: registered.body.data.user.id, content: NAME }, writer)
    await t.call('POST', '/password_reset/verify_email', { email: 'stranger@example.org' })
    await t.call(
      'PUT',
      '/user',
      { password: 'secret2', password_confirmation: 'secret2', current_password: 'secret1' },
      { token },
    )
    const { owner, home } = await reserved(t)
    await put(t, owner, { first_name: NAME })
    await t.call('PUT', `/properties/${home}`, { title: NAME }, owner)
    await t.drain()
    // The mail about unread messages waits.
    await t.db`update messages set created_at = created_at - interval '1 day'`
    await t.db`update conversation_sides set mail_due_at = mail_due_at - interval '1 day'`
    await t.db`update pgboss.job set start_after = start_after - interval '1 day' where state = 'created'`
    await t.drain()
    const mails = await t.mails('stranger@example.org')
    expect(mails.length).toBeGreaterThanOrEqual(3)
    for (const mail of mails) expect(JSON.stringify(mail)).not.toContain('www.example.org')
    expect(mails.map(({ subject }) => subject)).toContain('Du nouveau sur Séjour')
  })

  test('and one that is verified is mailed what happened', async ({ t }) => {
    const { owner, url } = await reserved(t)
    await t.deliver(t.pay(url))
    const mails = await t.mails(owner.email)
    expect(mails.some(({ text }) => text.includes('Casa'))).toBe(true)
  })
})
