import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Values of the path, by the names of its parameters; the others are the query. */
export type PathValues = Record<string, string | number>

/** The addresses of a front end that mails and checkouts open (docs/configuration.md, "The front end"). */
export interface FrontEndLinks {
  /** True if there is one: the window is one too (docs/front-ends.md, "The window"). */
  exists: boolean
  /** Start page of a person. */
  home(): string
  /** Page of a home for guests; null without a front end. */
  property(id: string): string | null
  reservation(id: number): string
  /** A stay in the back office; without one the page of the reservation. */
  officeStay(id: number): string
  conversation(user_id: number): string
  /** Page for joining a team. */
  invitation(key: string): string
}

/** Makes the addresses that mails, pages and other services are given. The names of operations are those of the OpenAPI document. */
export const addresses = fp(async (app: FastifyInstance) => {
  const paths = new Map<string, string>()
  app.addHook('onRoute', ({ schema, url }) => {
    // Routes that exist without a prefix too are registered with it first.
    if (schema?.operationId !== undefined && !paths.has(schema.operationId)) paths.set(schema.operationId, url)
  })
  const { frontendUrl, frontendPaths, demoFrontend, backOffice } = app.config
  const exists = frontendUrl !== undefined || demoFrontend
  // Without a front end of its own the service has the window, or else its start page.
  const home = () => frontendUrl ?? app.publicUrl
  const open = (path: string, name: string, id: number | string): string =>
    exists ? home() + path.replace(`{${name}}`, String(id)) : home()
  app.decorate('frontEnd', {
    exists,
    home,
    property: (id: string) => (exists ? `${home()}/homes/${id}` : null),
    reservation: (id: number) => open(frontendPaths.reservation, 'id', id),
    officeStay: (id: number) => (backOffice ? `${home()}/stays/${id}` : open(frontendPaths.reservation, 'id', id)),
    conversation: (user_id: number) => open(frontendPaths.conversation, 'user_id', user_id),
    // The back office has the page on which somebody joins a team.
    invitation: (key: string) =>
      exists || backOffice ? home() + frontendPaths.invitation.replace('{key}', key) : home(),
  })
  app.decorate('fileUrl', (path: string) => `${app.publicUrl}${path}`)
  app.decorate('addressOf', (operationId, values = {}) => {
    const path = paths.get(operationId)
    if (path === undefined) throw new Error(`no operation ${operationId}`)
    const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${operationId} needs ${name}`)
      query.delete(name)
      return encodeURIComponent(value)
    })
    return `${app.publicUrl}${filled}${query.size > 0 ? `?${query}` : ''}`
  })
})
