import { sendAwaitedMail, sendMail } from './jobs.ts'

export { mail as plugin } from './mail.ts'
export const jobs = [sendAwaitedMail, sendMail]
