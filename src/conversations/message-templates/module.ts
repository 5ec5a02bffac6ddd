import { claimDueTemplates, sendTemplates } from './jobs.ts'
import { messageTemplateRoutes } from './routes.ts'

export { expiries } from './retention.ts'
export const routes = [messageTemplateRoutes]
export const jobs = [claimDueTemplates, sendTemplates]
