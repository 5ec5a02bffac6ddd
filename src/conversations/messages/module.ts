import { queries } from '../../platform/db/queries.ts'
import { attachmentRoutes } from './attachments.routes.ts'
import { messageEvents } from './events.ts'
import { mailUnread } from './jobs.ts'
import { conversationAnsweredPush, messagePush, messageReadPush, typingPush } from './pushes.ts'
import { messageReportRoutes } from './reports.routes.ts'
import { messageRoutes } from './routes.ts'

export { expiries } from './retention.ts'
export const routes = [messageRoutes, messageReportRoutes, attachmentRoutes]
export const pushes = [messagePush, messageReadPush, conversationAnsweredPush, typingPush]
export const jobs = [mailUnread]
export const namedFiles = queries.messages.listNamedFiles
export const subjects = [messageEvents]
