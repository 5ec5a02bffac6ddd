import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import { LOCALE } from '../db/enums.ts'
import { defineJob } from '../jobs/job.ts'
import { type MailTemplate, mailTemplate, renderMail } from './templates.ts'

/** A mail to be written: to whom, in which language, which one. */
const mail = z.object({ to: z.string(), locale: z.enum(LOCALE), content: mailTemplate })
type Mail = z.infer<typeof mail>

/** Mails that somebody waits for at the screen; they never stand in line behind the others. */
const AWAITED = new Set<MailTemplate['template']>(['verification', 'password_reset'])

const send = (app: FastifyInstance, { to, locale, content }: Mail): Promise<void> =>
  app.deliverMail({ to, ...renderMail(content, locale) })

export const sendMail = defineJob({ name: 'mail.send', payload: mail, run: send })
export const sendAwaitedMail = defineJob({ name: 'mail.send-awaited', payload: mail, urgent: true, run: send })

/** Sends a mail after the caller's transaction has been committed. */
export const enqueueMail = (app: FastifyInstance, db: Queryable, content: Mail): Promise<void> =>
  app.jobs.enqueue(db, AWAITED.has(content.content.template) ? sendAwaitedMail : sendMail, content)
