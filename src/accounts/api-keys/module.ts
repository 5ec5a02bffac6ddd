import { apiKeyRoutes } from './routes.ts'

export { authenticateApiKey as plugin } from './authenticate-api-key.ts'
export const routes = [apiKeyRoutes]
