import { startPasswordReset } from './jobs.ts'
import { passwordResetRoutes } from './routes.ts'
import { undoRoutes } from './undo.routes.ts'

export const routes = [undoRoutes, passwordResetRoutes]
export const jobs = [startPasswordReset]
