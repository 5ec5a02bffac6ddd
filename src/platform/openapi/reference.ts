import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { Markup } from './page/markup.ts'

/** The words of a product about itself in the OpenAPI document and on /docs (src/reference/texts/reference.ts). */
export interface Reference {
  title: string
  description: string
  /** Groups of operations, in their order, with their descriptions. */
  tags: Readonly<Record<string, string>>
  /** Readers of the documents by name, with a description each. */
  audiences: Readonly<Record<string, string>>
  /** Readers for whom an operation is, from what its route declares. */
  audiencesOf(config: FastifyContextConfig, schema: FastifySchema): readonly string[]
  /** Meaning of fields of request bodies that say nothing of themselves, wherever they stand. */
  fields: Readonly<Record<string, string>>
  /**
   * Examples of fields whose schema is shared and whose value is not: `scope.field` is a field within an operation, a component or
   * another field, `operation.body` a whole request body. All other examples stand at their fields.
   */
  values: Readonly<Record<string, unknown>>
  /** Names of enumerations, beside those of the database. */
  enumNames: readonly [values: readonly string[], name: string][]
  /** The account of the demo that tries the examples of operations that need a token. */
  demoAccount: string
  /** The first section of /docs. */
  guide(publicUrl: string): Markup
}
