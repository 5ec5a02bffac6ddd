import type net from 'node:net'
import type { Address, Addresses } from '../address.ts'

/** A connection, TLS included. */
export interface Opened {
  address: Address
  socket: net.Socket
}

/** The servers of an address; connections lead to one of them. */
export interface Servers {
  addresses: Addresses
  /**
   * The server to connect to.
   * @throws ConnectionError when there is none until `signal` says that it is late.
   */
  find(signal: AbortSignal): Promise<Address>
  /** Opens a connection to it, as soon as there is one. @throws Error, an AbortError after `timeoutMs` */
  open(timeoutMs: number): Promise<Opened>
  /** Asks again which one it is. */
  doubt(): Promise<void>
  /** Takes note of a connection. @param owes whether an answer is due on it. */
  add(socket: net.Socket, address: Address, owes: () => boolean): void
}

/** The ways to the database that the configuration names. */
export interface Ways {
  url: string
  /** Another entry of a pooler to the same primary, for reads (DATABASE_READ_URL). */
  readUrl: string | undefined
  /** The way around a pooler, for what needs a session of its own: LISTEN (DATABASE_DIRECT_URL). */
  directUrl: string | undefined
  replicaUrls?: string[]
  ca: string | undefined
}
