import { z } from 'zod'
import type { Context } from '../context.ts'
import { transaction } from '../db/client.ts'
import { defineJob, type Job } from '../jobs/job.ts'
import { isReported } from '../lib/outages.ts'
import { type Letter, letter } from './letter.ts'
import { isMailAway } from './smtp.ts'
import { renderMail } from './templates.ts'

async function send(context: Context, { to, locale, content, unsubscribe, id, company }: Letter): Promise<void> {
  const brand = await context.brandOf(context.db, company)
  await context.mail.deliver({ id, to, ...renderMail(content, locale, { unsubscribe, brand }) })
}

/**
 * Mails of one transaction, sent one after another: servers limit connections. Those that fail, or come after the server is away, get
 * a new job, so that the others are not sent again.
 */
export const sendMails: Job<{ all: Letter[] }, Context> = defineJob({
  name: 'mail.send-several',
  payload: z.object({ all: z.array(letter) }),
  needs: 'mail',
  async run(context: Context, { all }) {
    let left: Letter[] = []
    for (const [index, one] of all.entries()) {
      try {
        await send(context, one)
      } catch (error) {
        const isAway = isMailAway(error)
        left = isAway ? [...left, ...all.slice(index)] : [...left, one]
        // No mail was sent: the job is tried again, or waits for the mail server.
        if (left.length === all.length) throw error
        const level = isReported(error) ? 'debug' : 'warn'
        context.log[level]({ job: 'mail.send-several', reason: String(error) }, 'mail failed')
        if (isAway) break
      }
    }
    if (left.length === 0) return
    await transaction(context.db, async (tx) => {
      for (const one of left) await context.jobs.enqueue(tx, sendMail, one)
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
