import type { Context } from '../context.ts'
import { defineJob } from '../jobs/job.ts'
import { type Letter, letter } from './letter.ts'
import { renderMail } from './templates.ts'

const send = (context: Context, { to, locale, content, unsubscribe, id }: Letter): Promise<void> =>
  context.mail.deliver({ id, to, ...renderMail(content, locale, unsubscribe) })

export const sendMail = defineJob({ name: 'mail.send', payload: letter, needs: 'mail', run: send })
export const sendAwaitedMail = defineJob({
  name: 'mail.send-awaited',
  payload: letter,
  needs: 'mail',
  urgent: true,
  run: send,
})
