import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LOCALE } from '../db/enums.ts'
import { defineJob } from '../jobs/job.ts'
import { mailTemplate, renderMail } from './templates.ts'

/** The payload of a mail: recipient, language, content, and the link that ends mails of its kind, if it has one. */
const letter = z.object({
  to: z.string(),
  locale: z.enum(LOCALE),
  content: mailTemplate,
  unsubscribe: z.string().optional(),
  /** Of the mail: a job that runs again, because its success could not be noted, sends the same one. */
  id: z.uuid().optional(),
})
export type Letter = z.infer<typeof letter>

const send = (app: FastifyInstance, { to, locale, content, unsubscribe, id }: Letter): Promise<void> =>
  app.mail.deliver({ id, to, ...renderMail(content, locale, unsubscribe) })

export const sendMail = defineJob({ name: 'mail.send', payload: letter, needs: 'mail', run: send })
export const sendAwaitedMail = defineJob({
  name: 'mail.send-awaited',
  payload: letter,
  needs: 'mail',
  urgent: true,
  run: send,
})
