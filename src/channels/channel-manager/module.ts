import { compareCalendars } from './compare.ts'
import { channelPropertyRoutes } from './properties.routes.ts'
import { deleteRemoteWebhook, registerWebhook } from './registration.ts'
import { subscriptionRoutes } from './routes.ts'

export { channelManager as plugin } from './plugin.ts'
export const routes = [subscriptionRoutes, channelPropertyRoutes]
export const jobs = [compareCalendars, deleteRemoteWebhook, registerWebhook]
