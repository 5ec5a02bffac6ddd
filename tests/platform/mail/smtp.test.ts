import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { startSmtp } from '../../support/smtp.ts'

test('a mail leaves through SMTP_URL, in text and HTML', async () => {
  const received: { from: string; to: string[]; source: string }[] = []
  const server = await startSmtp({
    onData: async (stream, session, done) => {
      const source = (await stream.toArray()).join('')
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        source,
      })
      done()
    },
  })
  const t = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'Séjour <hello@sejour.test>' })
  try {
    await t.form('/auth/register', {
      username: 'grace',
      first_name: 'Grace',
      last_name: 'Hopper',
      country_id: 'US',
      email: 'grace@example.org',
      password: 'cobol60',
      password_confirmation: 'cobol60',
    })
    await t.drain()
    const [mail = { from: '', to: [], source: '' }] = received
    expect([mail.from, mail.to]).toEqual(['hello@sejour.test', ['grace@example.org']])
    expect(mail.source).toMatch(/^Subject: Confirmez votre adresse e-mail/m)
    expect(mail.source).toMatch(/multipart\/alternative[\s\S]+text\/plain[\s\S]+text\/html/)
    // The code is necessary: nothing ends such mails.
    expect(mail.source).not.toMatch(/^List-Unsubscribe/im)
    expect((await t.call('GET', '//dev/mailbox')).status).toBe(404)
    // A job whose success could not be noted runs again, and sends the same mail.
    await t.db`update pgboss.job set state = 'created', completed_on = null where name like 'mail.%' and state = 'completed'`
    await t.drain()
    const ids = received.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1])
    expect(ids).toEqual([expect.stringMatching(/^<[\da-f-]{36}@sejour\.test>$/), ids[0]])
  } finally {
    await t.close()
    await server.close()
  }
})
