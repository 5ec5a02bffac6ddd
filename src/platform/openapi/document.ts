import { z } from 'zod'
import type { MessageKey } from '../http/envelope.ts'
import { DEFAULT_LOCALE, texts } from '../locales/locales.ts'

/** The keyword of an example at its field, from `.meta({ example })`: bodies and answers are composed of them, then it is dropped. */
export const EXAMPLE = 'x-example'

/** The keyword of a path without the prefix, at which an operation is served as well (docs/design/api.md, "Paths at the root"). */
export const ROOT_PATH = 'x-root-path'

/** The parts of an OpenAPI 3.1 document that are looked at and completed here. */

const schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  minimum: z.number().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  [EXAMPLE]: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schema).optional()
  },
  get items() {
    return schema.optional()
  },
  get anyOf() {
    return z.array(schema).optional()
  },
  get oneOf() {
    return z.array(schema).optional()
  },
  get allOf() {
    return z.array(schema).optional()
  },
  discriminator: z.object({ propertyName: z.string(), mapping: z.record(z.string(), z.string()) }).optional(),
})

const media = z.looseObject({ schema: schema.optional(), example: z.unknown().optional() })

const response = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
  content: z.record(z.string(), media).optional(),
})

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  schema: schema.optional(),
  example: z.unknown().optional(),
})

const operation = z.looseObject({
  operationId: z.string().optional(),
  tags: z.array(z.string()).optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  deprecated: z.boolean().optional(),
  /** The account of the demo that tries the example. */
  'x-demo-account': z.string().optional(),
  /** The message of a success; examples have its text. */
  'x-message': z
    .custom<MessageKey>((key) => typeof key === 'string' && key in texts(DEFAULT_LOCALE).answers)
    .optional(),
  /** The path at which the operation is served as well. */
  [ROOT_PATH]: z.string().optional(),
  'x-audiences': z.array(z.string()).optional(),
  'x-scopes': z.array(z.string()).optional(),
  'x-team-scopes': z.array(z.string()).optional(),
  'x-events': z.array(z.string()).optional(),
  'x-audits': z.array(z.string()).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), media) }).optional(),
  responses: z.record(z.string(), response),
})

export const documentSchema = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string().optional() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  /** Requests that the service sends to the addresses of others. */
  webhooks: z.record(z.string(), z.record(z.string(), operation)).optional(),
  components: z.looseObject({
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), response).optional(),
    headers: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** The name of the component that is referred to. Pure. */
export const nameOf = ($ref = ''): string => $ref.slice($ref.lastIndexOf('/') + 1)

export type Schema = z.infer<typeof schema>
export type Response = z.infer<typeof response>
export type Operation = z.infer<typeof operation>
export type OpenApiDocument = z.infer<typeof documentSchema>
