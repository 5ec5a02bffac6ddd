/**
 * Measures calls to other services: returns the same functions, each call of which is timed until its promise settles.
 * `outcome` is `failed` when it throws, be it a refusal or an outage.
 */
export type WatchCalls = <T extends object>(peer: string, functions: T) => T

/** Figures that modules report; src/operations/metrics collects them. */
export interface Reports {
  calls: WatchCalls
  /** A reservation has moved to a state; the transaction may still fail. */
  moved(to: string): void
  /** A request with an API key was answered. */
  key(id: string, status: number): void
}
