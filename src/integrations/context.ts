import type { WithPersonal } from '../platform/events/personal.ts'
import type { StaysContext } from '../stays/context.ts'

/** The context of rules of integrations. */
export interface IntegrationsContext extends StaysContext {
  withPersonal: WithPersonal
  heartbeat: {
    /** Whether a failover has lost committed work whose payments have not been looked for. */
    hasLost(): Promise<boolean>
  }
}
