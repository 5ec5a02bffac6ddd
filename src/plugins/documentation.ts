import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import packageJson from '../../package.json' with { type: 'json' }
import { API_PREFIX } from '../http/envelope.ts'

const TAGS = {
  accounts: 'Registration, verification, sign-in and the profile',
  policies: 'Terms and other texts, and who accepted them',
  places: 'Countries, cities and neighborhoods',
  properties: 'Homes, their photos and the search',
  calendars: 'Availability, closures, prices by day, seasonal reductions',
  quotes: 'The price of a stay',
  reservations: 'Holding, paying and following a stay',
  payments: 'The payment provider’s side',
  notifications: 'What a user is told',
  realtime: 'Channels of the Pusher protocol',
  operations: 'Health and metrics',
} as const

/** OpenAPI 3.1 at /openapi.json, generated from the schemas that validate requests, and a page to try it at /docs. */
export const documentation = fp(async (app: FastifyInstance, { publicUrl }: { publicUrl: string }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Séjour',
        version: packageJson.version,
        description:
          'Self-hosted backend for booking rental homes. Messages are French, or English with `Accept-Language: en`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      return { url, schema: { ...schema, operationId: operationId(String(route.route.method), url) } }
    },
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The page sets inline styles.
    transformStaticCSP: (header) => header.replace("style-src 'self' https:", "style-src 'self' 'unsafe-inline'"),
    uiConfig: { docExpansion: 'none', persistAuthorization: true, tryItOutEnabled: true },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
})

/** The name of an operation in generated clients: `GET /api/v1/properties/:id/photos` is `getPropertiesIdPhotos`. */
function operationId(method: string, url: string): string {
  const words = url
    .replace(API_PREFIX, '')
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}

/** The `security` of an operation that needs a token. */
export const BEARER = [{ bearer: [] }]
