import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { latestOf, latestPacked, pack, sendPacked } from '../http/packed.ts'
import { scopesOf } from '../http/scopes.ts'
import { refusesUnknown } from '../http/unknown-fields.ts'
import { asyncApiDocument, type Push } from '../openapi/asyncapi.ts'
import { audienceQuery, documentsOf, FOR } from '../openapi/audience.ts'
import { ROOT_PATH } from '../openapi/document.ts'
import { finish } from '../openapi/finish.ts'
import { UNLIMITED } from '../openapi/headers.ts'
import { zodToJsonConfig } from '../openapi/json-schema.ts'
import type { Reference } from '../openapi/reference.ts'
import { STRICT } from '../openapi/refusals.ts'
import type { Webhook } from '../openapi/webhooks.ts'

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig })
const withComponents = createJsonSchemaTransformObject({ zodToJsonConfig })

/** Says how a key, or a member of a team, may call an operation; nothing of one that is the same for everybody. */
function ofGrants(config: FastifyContextConfig, security: readonly SecurityRequirement[] = PUBLIC) {
  const scopes = scopesOf(config) ?? []
  if (scopes.length === 0) return {}
  if (config.people) return { 'x-team-scopes': scopes }
  const ways = [...security, { apiKey: [...scopes] }]
  return { security: ways, 'x-scopes': scopes, ...(config.publishable && { 'x-publishable-key': true }) }
}

/** Events and audit entries of an operation. */
const effectsOf = ({ events, audits }: FastifyContextConfig) => ({
  ...(events && { 'x-events': events }),
  ...(audits && { 'x-audits': audits }),
})

type SecurityRequirement = Record<string, readonly string[]>

/** The `security` of an operation that names none: everybody may call it. */
const PUBLIC: [] = []

interface Options {
  publicUrl: string
  webhooks: readonly Webhook[]
  reference: Reference
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** OpenAPI 3.1 at /openapi.json, generated from the schemas that validate requests. */
export const documentation = fp(async (app: FastifyInstance, { publicUrl, webhooks, reference }: Options) => {
  const routes: RouteOptions[] = []
  app.decorate('declaredRoutes', routes)
  app.addHook('onRoute', (route) => void routes.push(route))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: reference.title,
        version: packageJson.version,
        description: reference.description,
        contact: { name: reference.title, url: publicUrl },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      tags: Object.entries(reference.tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'The token of a person. With the header `Sejour-Account: <id>` they act for an account as a member of its team: in operations with `x-scopes` or `x-team-scopes` if their role has these scopes, and in operations that are the same for everyone. Elsewhere the header returns 400 `account_refused`',
          },
          signedAddress: { type: 'apiKey', in: 'query', name: 'signature' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'sj_live_…, sj_pub_…',
            description:
              'A key from `POST /api-keys` with the scopes of the operation (`x-scopes`). It works only for operations with this scheme',
          },
          webhookSecret: { type: 'apiKey', in: 'header', name: 'x-webhook-secret' },
        },
      },
    },
    transform: (route) => {
      const { schema: declared, url } = toJsonSchema(route)
      const { config = {} } = route.route
      const audiences = declared?.hide ? {} : { [FOR]: reference.audiencesOf(config, declared ?? {}) }
      const { 'x-audience': _, ...schema } = declared ?? {}
      const root = ROOT_PATH in schema ? { [ROOT_PATH]: String(schema[ROOT_PATH]).replaceAll(/:(\w+)/g, '{$1}') } : {}
      const limit = config.rateLimit === false ? { [UNLIMITED]: true } : {}
      return {
        url,
        schema: {
          security: PUBLIC,
          ...schema,
          ...root,
          ...limit,
          ...(refusesUnknown(route.route) && { [STRICT]: true }),
          ...ofGrants(config, schema.security),
          ...effectsOf(config),
          ...audiences,
        },
      }
    },
    transformObject: (generated) => {
      const document = withComponents(generated)
      return Object.assign(document, finish(document, webhooks, reference))
    },
  })
  const documentOf = documentsOf(app)
  const documents = latestOf((audience, url) =>
    pack(JSON.stringify({ ...documentOf(audience), servers: [{ url }] }), JSON_TYPE),
  )
  const querystring = audienceQuery(reference)
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/openapi.json', { schema: { hide: true, querystring } }, async (request, reply) =>
      sendPacked(request, reply, await documents(request.query.audience, app.publicUrl), 'no-cache'),
    )
})

interface Told {
  pushes: readonly Push[]
  webhooks: readonly Webhook[]
}

/** AsyncAPI 3 at /asyncapi.json, generated from the schemas of the events that modules publish. */
export const eventsDocumentation = fp(async (app: FastifyInstance, { pushes, webhooks }: Told) => {
  const document = () => asyncApiDocument(pushes, webhooks, { url: app.publicUrl, key: app.config.realtime.key })
  app.decorate('asyncapi', document)
  const packed = latestPacked(() => pack(JSON.stringify(document()), JSON_TYPE))
  app.get('/asyncapi.json', { schema: { hide: true } }, async (request, reply) =>
    sendPacked(request, reply, await packed(app.publicUrl), 'no-cache'),
  )
})

/** The `security` of an operation that needs a token. */
export const BEARER = [{ bearer: [] }]

/** The `security` of an operation that everybody may call, and that shows more to some. */
export const OPTIONAL_BEARER = [{ bearer: [] }, {}]

/** The `security` of an operation that takes a token, or the signature that its address was given. */
export const BEARER_OR_SIGNED = [{ bearer: [] }, { signedAddress: [] }]

/** The `security` of an operation that a channel manager calls with the secret of a subscription. */
export const WEBHOOK_SECRET = [{ webhookSecret: [] }]

declare module 'fastify' {
  interface FastifySchema {
    [ROOT_PATH]?: string
  }
  interface FastifyInstance {
    asyncapi(): ReturnType<typeof asyncApiDocument>
    /** The routes, with what they declare. */
    declaredRoutes: readonly RouteOptions[]
  }
}
