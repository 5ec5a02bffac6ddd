import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { ServerConfig } from './config.ts'
import { secretPattern } from './logged-path.ts'

/** Names of parameters that are secrets as a rule. */
const SUSPECT = /:(key|token)\b/
/** The segment before a parameter. */
const SEGMENT = /([^/:]+)\/:(\w+)/g

/**
 * Secret parameters of paths: routes declare them in their `config` as `secretParams`, and the log hides them
 * (src/platform/plugins/logged-path.ts). A route with `:key` or `:token` that declares nothing ends the start.
 */
export const secretParams = fp(
  async (app: FastifyInstance, { config }: { config: Pick<ServerConfig, 'frontendPaths'> }) => {
    // The page on which somebody joins a team is of a front end, and people open its address here too.
    const words = new Set([/([^/]+)\/\{key\}/.exec(config.frontendPaths.invitation)?.[1] ?? 'invitations'])
    app.decorate('secretPattern', secretPattern([...words]))
    app.addHook('onRoute', ({ url, config: ofRoute }) => {
      const declared = ofRoute?.secretParams
      if (declared === undefined && SUSPECT.test(url)) {
        throw new Error(`${url} does not say which of its parameters are secret: declare secretParams in its config`)
      }
      if (declared === undefined || declared.length === 0) return
      for (const [, word = '', name = ''] of url.matchAll(SEGMENT)) {
        if (declared.includes(name)) words.add(word)
      }
      app.secretPattern = secretPattern([...words])
    })
  },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds what follows the segments before secret parameters: in an address that nobody serves it may be a secret too. */
    secretPattern: RegExp | undefined
  }
  interface FastifyContextConfig {
    /** The parameters of the path that are secrets; an empty list where `:key` or `:token` is none. */
    secretParams?: readonly string[]
  }
}
