import { handBookingRoutes } from './by-hand.routes.ts'
import { changeRoutes } from './change.routes.ts'
import { changeRequestRoutes } from './change-requests.routes.ts'
import { completeStays } from './completion.jobs.ts'
import { reservationEvents } from './events.ts'
import { netRoutes } from './net.routes.ts'
import { eventStayRoutes } from './of-event.routes.ts'
import { ownerMoveRoutes } from './owner.routes.ts'
import { quotePaymentRoutes, quoteRoutes } from './quotes.routes.ts'
import { reservationRoutes } from './routes.ts'

export { explainedMoves } from './explained.ts'
export { expiries } from './quotes.ts'
export const routes = [
  quoteRoutes,
  reservationRoutes,
  handBookingRoutes,
  eventStayRoutes,
  changeRoutes,
  changeRequestRoutes,
  netRoutes,
]
export const bareRoutes = [quotePaymentRoutes, ownerMoveRoutes]
export const jobs = [completeStays]
export const subjects = [reservationEvents]
