import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LOCALE } from '../db/enums.ts'
import { defineJob } from '../jobs/job.ts'
import { mailTemplate, renderMail } from './templates.ts'

/** The payload of a mail: recipient, language and content. */
const letter = z.object({ to: z.string(), locale: z.enum(LOCALE), content: mailTemplate })
export type Letter = z.infer<typeof letter>

const send = (app: FastifyInstance, { to, locale, content }: Letter): Promise<void> =>
  app.mail.deliver({ to, ...renderMail(content, locale) })

export const sendMail = defineJob({ name: 'mail.send', payload: letter, run: send })
export const sendAwaitedMail = defineJob({ name: 'mail.send-awaited', payload: letter, urgent: true, run: send })
