import { sendAwaitedMail, sendMail, sendMails } from './jobs.ts'

export { mail as plugin } from './mail.ts'
export const jobs = [sendAwaitedMail, sendMail, sendMails]
