import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { documentSchema, nameOf, type OpenApiDocument } from './document.ts'
import type { Reference } from './reference.ts'

/** The readers for whom an operation is; names and rule are a product's (`Reference`). */
export const FOR = 'x-audiences'

const REF = /"\$ref":"(#\/components\/(\w+)\/[^"]+)"/g

/** Names in `components.<part>` that texts refer to, directly or by others. */
function reachable(document: OpenApiDocument, texts: string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...texts]
  for (let text = queue.pop(); text !== undefined; text = queue.pop())
    for (const [, ref = '', part = ''] of text.matchAll(REF)) {
      if (found.has(ref)) continue
      found.add(ref)
      const components = document.components[part] as Record<string, unknown> | undefined
      queue.push(JSON.stringify(components?.[nameOf(ref)] ?? null))
    }
  return found
}

/** The part of a document that an audience needs: its operations, their tags, and the components that they name. Pure. */
function documentFor(document: OpenApiDocument, audience: string): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) => {
      const kept = Object.entries(methods).filter(([, operation]) => operation[FOR]?.includes(audience))
      return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]]
    }),
  )
  const { webhooks: _, ...rest } = document
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags = [] }) => tags)),
  )
  const named = reachable(document, [JSON.stringify(paths)])
  const components = Object.fromEntries(
    Object.entries(document.components).map(([part, all]) => [
      part,
      part === 'securitySchemes'
        ? all
        : Object.fromEntries(
            Object.entries(all as object).filter(([name]) => named.has(`#/components/${part}/${name}`)),
          ),
    ]),
  ) as OpenApiDocument['components']
  return { ...rest, tags: document.tags.filter(({ name }) => used.has(name)), paths, components }
}

/** `audience` of the address of a document. */
export const audienceQuery = ({ audiences }: Reference) =>
  z.object({ audience: z.enum(Object.keys(audiences)).optional() })

/** Gives the OpenAPI document, or the part of it for an audience, which is made once. */
export function documentsOf(app: FastifyInstance): (audience: string | undefined) => object {
  const parts = new Map<string, object>()
  return (audience) => {
    if (audience === undefined) return app.swagger()
    const part = parts.get(audience) ?? documentFor(documentSchema.parse(app.swagger()), audience)
    parts.set(audience, part)
    return part
  }
}
