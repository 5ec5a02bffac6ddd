import { AppError } from '../http/errors.ts'
import type { Purpose } from '../lib/environment.ts'

/** A call that would leave the node during a rehearsal. */
const refused = (peer: string, call: string) =>
  new AppError('unavailable', { cause: new Error(`REHEARSAL=true: ${peer}.${call} is off`) })

/**
 * A client of something outside that does in a rehearsal what is listed, and refuses all else with 503 (docs/deployment.md, "Rehearse a
 * restore"). Outside of rehearsals it is the client itself.
 */
export function rehearsed<T extends object>(
  { rehearsal }: Pick<Purpose, 'rehearsal'>,
  peer: string,
  client: T,
  allowed: readonly (keyof T & string)[],
): T {
  if (!rehearsal) return client
  const mayCall = new Set<string | symbol>(allowed)
  return new Proxy(client, {
    get(target, call, receiver) {
      const value: unknown = Reflect.get(target, call, receiver)
      if (typeof value !== 'function' || mayCall.has(call)) return value
      return () => Promise.reject(refused(peer, String(call)))
    },
  })
}
