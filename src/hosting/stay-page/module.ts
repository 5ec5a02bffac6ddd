import { stayFormRoutes } from './forms.routes.ts'
import { stayLinkRoutes } from './link.routes.ts'
import { stayPageRoutes } from './page.routes.ts'
import { stayTravellerRoutes } from './travellers.routes.ts'

export { expiries } from './codes.ts'
export const routes = [stayPageRoutes, stayFormRoutes, stayTravellerRoutes, stayLinkRoutes]
