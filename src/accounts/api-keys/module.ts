import { apiKeyRoutes } from './routes.ts'

export { apiKeyDoor as plugin } from './door.ts'
export const routes = [apiKeyRoutes]
