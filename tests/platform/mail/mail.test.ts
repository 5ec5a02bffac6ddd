import { describe, expect } from 'vitest'
import { sendMail } from '../../../src/platform/mail/jobs.ts'
import { type MailTemplate, mailTemplate, renderMail } from '../../../src/platform/mail/templates.ts'
import { test } from '../../support/app.ts'

describe('mail', () => {
  test('text and HTML, in two languages, with everything escaped', () => {
    const content = {
      template: 'verification',
      link: 'http://x/?a=1&b=2',
      code: '<b>012345</b>',
    } as const
    const french = renderMail(content, 'fr')
    expect(french.subject).toBe('Confirmez votre adresse e-mail')
    expect(french.text).toContain('012345')
    expect(french.text).toContain('http://x/?a=1&b=2')
    expect(french.html).toContain('&lt;b&gt;012345&lt;/b&gt;')
    expect(french.html).toContain('href="http://x/?a=1&amp;b=2"')
    expect(renderMail(content, 'en').html).toContain('<html lang="en">')
  })

  test('says of every mail that no person has written it', () => {
    const link = 'http://x'
    const contents: MailTemplate[] = [
      { template: 'verification', link, code: '1' },
      { template: 'password_reset', link, code: '1' },
      { template: 'stay_code', link, code: '1' },
      { template: 'password_changed', link, endpoints: [], keys: [] },
      { template: 'email_changed', link },
      { template: 'new_sign_in', link, device: null, address: '::1', at: '2027-01-01T00:00:00Z' },
      { template: 'second_factor', link, news: { what: 'reset' } },
      { template: 'team_invitation', link, key: 'k', role: 'desk' },
      { template: 'notification', link, title: 'evil.example', message: 'M' },
      { template: 'stay_message', link, sender: 'S', home: 'https://evil.example', days: '', message: 'M' },
      { template: 'unread_messages', link, sender: 'evil.example', excerpts: [], count: 1 },
    ]
    expect(contents.map(({ template }) => template).toSorted()).toEqual(
      mailTemplate.options.map(({ shape }) => shape.template.value).toSorted(),
    )
    for (const content of contents) {
      for (const unsubscribe of [undefined, 'http://x/end']) {
        const { headers, subject } = renderMail(content, 'en', { unsubscribe })
        expect(headers['Auto-Submitted']).toBe('auto-generated')
        expect(subject).not.toMatch(/evil\.example/)
      }
    }
  })

  test('/dev/mailbox lists what was not sent, as JSON and as a page', async ({ t }) => {
    await t.app.jobs.enqueue(t.db, sendMail, {
      to: 'ada@example.org',
      locale: 'en',
      content: { template: 'notification', title: 'T <i>', message: 'M', link: 'http://x' },
    })
    await t.drain()
    const list = await t.call('GET', '//dev/mailbox?to=ADA@example.org')
    expect(list.body).toMatchObject([{ to: 'ada@example.org', subject: 'T <i>' }])
    const page = await t.call('GET', '//dev/mailbox', undefined, { headers: { accept: 'text/html' } })
    expect(page.body).toContain('T &lt;i&gt;')
    // The time in words of the reader's language.
    const inEnglish = await t.call('GET', '//dev/mailbox', undefined, {
      headers: { accept: 'text/html' },
      locale: 'en',
    })
    expect([page.body, inEnglish.body].map((body) => /<h1>(.*?)<\/h1>/.exec(body)?.[1])).toEqual([
      'Boîte aux lettres',
      'Mailbox',
    ])
    expect(page.body).not.toMatch(/>\d{4}-\d\d-\d\dT/)
    const one = await t.call('GET', `//dev/mailbox/${list.body[0].id}`)
    expect(one.body).toContain('title="T &lt;i&gt;" sandbox="allow-top-navigation-by-user-activation"')
    expect((await t.call('GET', '//dev/mailbox/..%2f..%2fetc')).status).toBe(404)
  })
})
