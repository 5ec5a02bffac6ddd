import type { HostingContext } from '../hosting/context.ts'
import type { WithPersonal } from '../platform/events/personal.ts'

/** The context of rules of integrations. */
export interface IntegrationsContext extends HostingContext {
  withPersonal: WithPersonal
  heartbeat: {
    /** True if a failover has lost committed work whose payments have not been looked for. */
    hasLost(): Promise<boolean>
  }
}
