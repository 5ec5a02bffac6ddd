import type { Evidence } from './evidence.ts'
import type { FaultKind } from './fault.ts'
import type { Address } from './listeners.ts'

/** Stage of a run: the service with all that it needs, and the faults that can happen there. */
export interface Stage {
  /** The address of the API, asked for each request. */
  api(): string
  /** Address of sockets. */
  sockets: Address
  /** Every mail so far. */
  mails(): string[]
  grant(email: string): Promise<unknown>
  faults: FaultKind[]
  /** Faults that cannot be played here, with the reason. */
  leftOut: string[]
  /** The names of the databases that take writes now. */
  primaries(): Promise<string[]>
  /** True if all parts work. */
  isWell(): Promise<boolean>
  collect(): Promise<Evidence>
  /** Ends everything that was started. */
  close(): Promise<void>
}
