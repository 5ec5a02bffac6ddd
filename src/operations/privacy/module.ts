import { guestDataRoutes } from './guests.routes.ts'
import { privacyRoutes } from './routes.ts'

export const routes = [privacyRoutes, guestDataRoutes]
