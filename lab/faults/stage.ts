import type { Evidence } from './evidence.ts'
import type { FaultKind } from './fault.ts'
import type { Address } from './listeners.ts'

/** What a run is played on: the service with all that it needs, and what can go wrong there. */
export interface Stage {
  /** The address of the API, asked for each request. */
  api(): string
  /** Where sockets connect to. */
  sockets: Address
  /** Every mail so far. */
  mails(): string[]
  grant(email: string): Promise<unknown>
  faults: FaultKind[]
  /** What cannot be played here, and why. */
  leftOut: string[]
  /** The names of the databases that take writes now. */
  primaries(): Promise<string[]>
  /** Whether all parts work. */
  isWell(): Promise<boolean>
  collect(): Promise<Evidence>
  /** Ends everything that was started. */
  close(): Promise<void>
}
