import type { StandIns } from '../../app.ts'
import type { Config } from '../../config.ts'

/** The installation to be proved, and what its operator said. */
export interface Given {
  config: Config
  /** Stand-ins of tests, where the configuration names no service. */
  standIns: Pick<StandIns, 'stripeUrl' | 'channelManager'>
  /** Port for events of the payment provider. */
  listen?: number | undefined
  /** A property of tests at the channel manager. */
  property?: string | undefined
  /** A mailbox of the operator. */
  to?: string | undefined
  /** Address of the service, if it is not the public one. */
  url?: string | undefined
  /** Address of the database, if the configuration names none. */
  databaseUrl?: string | undefined
  /** Asks the operator; an empty text without one. */
  ask(question: string): Promise<string>
}

/** Address of the service: the public one, or that of a developer's machine. Pure. */
export const baseOf = ({ publicUrl, port }: Config): string => publicUrl ?? `http://127.0.0.1:${port}`
