import { z } from 'zod'
import type { Context } from '../context.ts'
import { transaction } from '../db/client.ts'
import { defineJob, type Job } from '../jobs/job.ts'
import { type Letter, letter } from './letter.ts'
import { renderMail } from './templates.ts'

const send = (context: Context, { to, locale, content, unsubscribe, id }: Letter): Promise<void> =>
  context.mail.deliver({ id, to, ...renderMail(content, locale, unsubscribe) })

/** Mails of one transaction. Those that fail get jobs of their own, so that the others are not sent again. */
export const sendMails: Job<{ all: Letter[] }, Context> = defineJob({
  name: 'mail.send-several',
  payload: z.object({ all: z.array(letter) }),
  needs: 'mail',
  async run(context: Context, { all }) {
    const sent = all.map((one) => send(context, one))
    const outcomes = await Promise.allSettled(sent)
    const failed = all.filter((_, index) => outcomes[index]?.status === 'rejected')
    // Throws when no mail was sent: the job is tried again, or waits for the mail server.
    if (failed.length === all.length) await Promise.all(sent)
    if (failed.length === 0) return
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        context.log.warn({ job: 'mail.send-several', reason: String(outcome.reason) }, 'mail failed')
    await transaction(context.db, async (tx) => {
      for (const one of failed) await context.jobs.enqueue(tx, sendMail, one)
    })
  },
})
export const sendMail: Job<Letter, Context> = defineJob({
  name: 'mail.send',
  payload: letter,
  needs: 'mail',
  gathered: { into: sendMails, atMost: 10 },
  run: send,
})
export const sendAwaitedMail = defineJob({
  name: 'mail.send-awaited',
  payload: letter,
  needs: 'mail',
  urgent: true,
  run: send,
})
