import { AsyncLocalStorage } from 'node:async_hooks'
import type { Position } from './position.ts'

/** `latest`: all that is committed; a position: all that its client has written before; `any`: what is some seconds old as well. */
export type Freshness = 'latest' | 'any' | Position

/** Account of the request. */
export interface Actor {
  id: number
  role: string
  /** Id of the API key that acts for the account. */
  key_id: string | null
  address: string
  device: string | null
}

/** The client of a request, for which work is done. */
export class RequestContext {
  readonly #isGone: () => boolean
  /** Work for a client that is gone is not begun; what it has begun is carried on. */
  #hasBegun = false
  #isGivenUp = false
  #isPatient = false

  /** Address by which the client reached the service, such as `http://192.168.1.2:3000`. */
  readonly origin: string | undefined
  /** Age that its answer may have (docs/high-availability.md, "Replicas"). */
  freshness: Freshness = 'latest'
  /** Caller: an account, or the address of somebody who has not named one. Those who wait for a connection take turns by this. */
  party: string
  /** The path of its route; the requests of one route share half of the connections for reads. */
  readonly route: string
  /** The account that it acts as, which the audit writes down. */
  actor: (() => Actor) | undefined

  constructor(isGone: () => boolean, party: string, origin?: string, route = '') {
    this.#isGone = isGone
    this.party = party
    this.origin = origin
    this.route = route
  }

  /** True if it may be refused because it would wait for long: not when a transaction of it is committed, which that would hide. */
  get isRefusable(): boolean {
    return !this.#hasBegun && !this.#isPatient
  }

  get isGone(): boolean {
    return this.#isGivenUp || (!this.#hasBegun && this.#isGone())
  }

  /** It has been answered: what goes on for it is not committed. */
  giveUp(): void {
    this.#isGivenUp = true
  }

  resume(): void {
    this.#hasBegun = true
  }

  /** It waits as long as it may: its sender would come back much later. */
  bePatient(): void {
    this.#isPatient = true
  }
}

/** Work for a client that has closed the connection without waiting for the answer. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client is gone')
  }
}

interface WorkContext {
  /** undefined: a job, or other work that no client waits for. */
  request: RequestContext | undefined
  /** True if the work runs in a transaction, and so has a connection. */
  connected: boolean
  /** The id of the request that caused the work, also when a job does it. Where no request caused it, the id of the job. */
  requestId: string | undefined
  /** The caller for whom a job is done: jobs that it enqueues take their turn with the caller's others. */
  party: string | undefined
}

const BACKGROUND: WorkContext = { request: undefined, connected: false, requestId: undefined, party: undefined }
const contexts = new AsyncLocalStorage<WorkContext>()

/** An account as a party, for turns. Pure. */
export const partyOf = (account: number): string => `user ${account}`

/** For whom the present work is done. */
export const workContext = (): WorkContext => contexts.getStore() ?? BACKGROUND

/** Work for the client of a request. */
export const runForRequest = <T>(request: RequestContext, work: () => T, requestId?: string): T =>
  contexts.run({ request, connected: false, requestId, party: undefined }, work)

/** Work of a job, which a request may have caused. */
export const runForJob = <T>(requestId: string, work: () => T, party?: string): T =>
  contexts.run({ request: undefined, connected: false, requestId, party }, work)

/** Work that a request may have started, and that goes on without it: loops that serve everybody, connections. */
export const runInBackground = <T>(work: () => T): T => contexts.run(BACKGROUND, work)

/** Work that has a connection, or must not wait for one: its statements run at once. */
export const runConnected = <T>(work: () => T): T => contexts.run({ ...workContext(), connected: true }, work)

/** Headers of calls to other services and of mails, so that one id finds all effects of a request. */
export function requestIdHeader(): { 'x-request-id'?: string } {
  const { requestId } = workContext()
  return requestId === undefined ? {} : { 'x-request-id': requestId }
}

/** @throws ClientGoneError when nobody waits for the present work any more. */
export function assertAwaited(): void {
  if (workContext().request?.isGone) throw new ClientGoneError()
}
