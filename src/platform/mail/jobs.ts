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

/** Sends mails but those with news whose addresses have had theirs of the day. Returns those to try again, which are counted. */
function sendEach(context: Context, mails: Letter[]): Promise<Letter[]> {
  const news = mails.flatMap(({ to, isNews }) => (isNews ? [to] : []))
  return context.countNews(context.db, news, async (full) => {
    const left = await sendInTurn(
      context,
      mails.filter(({ isNews, to }) => !isNews || !full.has(to)),
    )
    return left.map((one) => ({ ...one, isNews: false }))
  })
}

/**
 * Sends mails one after another: servers limit connections. Returns those that failed, or that come after the server went away.
 * @throws if none could be sent: the job is tried again, or waits for the mail server.
 */
async function sendInTurn(context: Context, mails: Letter[]): Promise<Letter[]> {
  let left: Letter[] = []
  for (const [index, one] of mails.entries()) {
    try {
      await send(context, one)
    } catch (error) {
      const isAway = isMailAway(error)
      left = isAway ? [...left, ...mails.slice(index)] : [...left, one]
      if (left.length === mails.length) throw error
      const level = isReported(error) ? 'debug' : 'warn'
      context.log[level]({ job: 'mail.send-several', reason: String(error) }, 'mail failed')
      if (isAway) break
    }
  }
  return left
}

/** Mails of one transaction. Those that are left get jobs of their own, so that the others are not sent again. */
export const sendMails: Job<{ all: Letter[] }, Context> = defineJob({
  name: 'mail.send-several',
  payload: z.object({ all: z.array(letter) }),
  needs: 'mail',
  async run(context: Context, { all }) {
    const left = await sendEach(context, all)
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
  run: async (context: Context, mail) => void (await sendEach(context, [mail])),
})
export const sendAwaitedMail = defineJob({
  name: 'mail.send-awaited',
  payload: letter,
  needs: 'mail',
  urgent: true,
  run: send,
})
