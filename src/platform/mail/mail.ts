import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Purpose } from '../lib/environment.ts'
import { requestIdHeader } from '../lib/work-context.ts'
import { rehearsed } from '../outbound/rehearsal.ts'
import type { MailConfig } from './config.ts'
import { sendAwaitedMail, sendMail } from './jobs.ts'
import type { Mail } from './letter.ts'
import type { Mailer } from './mailer.ts'
import { isMailAway, isMailPutOff, smtpMailer } from './smtp.ts'
import type { MailTemplate } from './templates.ts'

/** Mails that a person waits for. They have their own queue, so that other mails do not delay them. */
const AWAITED = new Set<MailTemplate['template']>(['verification', 'password_reset'])

/** Delivers mails through SMTP_URL, or through `standIn` when it is not set. */
export const mail = fp(
  async (
    app: FastifyInstance,
    { config, standIn }: { config: MailConfig & Pick<Purpose, 'rehearsal'>; standIn: Mailer | undefined },
  ) => {
    const unwatched = config.mail.smtpUrl === undefined ? standIn : smtpMailer(config.mail.smtpUrl, config.mail.from)
    const mailer =
      unwatched &&
      app.reports.calls(
        'mail',
        rehearsed(config, 'mail', app.outages.watch('mail', unwatched, isMailAway, isMailPutOff), ['close']),
      )
    app.decorate('mail', {
      enqueue: (db, letter) =>
        app.jobs.enqueue(db, AWAITED.has(letter.content.template) ? sendAwaitedMail : sendMail, {
          ...letter,
          id: randomUUID(),
        }),
      async deliver(rendered) {
        if (!mailer) throw new Error('no SMTP_URL is set')
        await mailer.deliver({ ...rendered, headers: { ...rendered.headers, ...requestIdHeader() } })
      },
    } satisfies Mail)
    app.addHook('onClose', async () => mailer?.close())
  },
)
