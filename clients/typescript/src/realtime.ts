import type { Options } from 'pusher-js'
import type { components } from './generated/events.js'
import { patiently } from './patience.js'

/** The events of a user, and of who is online, with the types of their data. */
export type UserEvents = components['schemas']['user']
export type ChatEvents = components['schemas']['chat']

interface PusherChannel {
  bind(event: string, listener: (data: never) => void): unknown
  unbind(event: string, listener: (data: never) => void): unknown
}

/** The part of a Pusher that is used: any version, from any module system. */
interface PusherClient {
  subscribe(channel: string): PusherChannel
  connection: { socket_id: string; state: string }
  disconnect(): void
}

/** The right to join a channel. */
interface Signed {
  auth: string
  channel_data?: string
}

/**
 * The options of a Pusher that connects to a service, and joins channels by its signatures. While the service is busy or away, a
 * signature is asked for again: Pusher itself would not.
 */
export function optionsOf(baseUrl: string, sign: (socketId: string, channel: string) => Promise<Signed>): Options {
  const { protocol, hostname, port } = new URL(baseUrl, globalThis.location?.href)
  const isSecure = protocol === 'https:'
  const numbered = port === '' ? {} : { wsPort: Number(port), wssPort: Number(port) }
  /** A signature of an earlier socket lets nobody in: it is neither asked for again nor handed out. */
  let present = ''
  return {
    cluster: '',
    wsHost: hostname,
    ...numbered,
    forceTLS: isSecure,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => {
        present = socketId
        const ask = async () => (socketId === present ? sign(socketId, channelName) : undefined)
        patiently(ask, undefined).then(
          (signed) => signed && socketId === present && callback(null, signed),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
        )
      },
    },
  }
}

/** Listens to typed events of a channel; what it returns ends that. */
type Listen<Events> = <Name extends keyof Events & string>(
  event: Name,
  listener: (data: Events[Name]) => void,
) => () => void

const listenOn =
  <Events>(channel: PusherChannel): Listen<Events> =>
  (event, listener) => {
    channel.bind(event, listener)
    return () => void channel.unbind(event, listener)
  }

/** Pushes to a user. */
export class Live {
  readonly #pusher: PusherClient
  readonly #channel: PusherChannel
  /** Resolves when events arrive; what came before is in the lists of notifications and messages. Rejects when the service refuses. */
  readonly joined: Promise<void>
  readonly on: Listen<UserEvents>

  constructor(pusher: PusherClient, userId: number) {
    this.#pusher = pusher
    const channel = pusher.subscribe(`private-user.${userId}`)
    this.#channel = channel
    this.on = listenOn(channel)
    this.joined = new Promise((resolve, reject) => {
      channel.bind('pusher:subscription_succeeded', () => resolve())
      channel.bind('pusher:subscription_error', ({ error }: { error: string }) => reject(new Error(error)))
    })
    // Whoever does not wait for it is not ended by it.
    this.joined.catch(() => undefined)
  }

  /** Listens to refusals: after a break the service may not let this session in again, because it has ended. */
  refused(listener: (reason: string) => void): void {
    this.#channel.bind('pusher:subscription_error', ({ error }: { error: string }) => listener(error))
  }

  /** Joins those who are online; returns how to listen to who comes and goes. Once: who is there is told when it joins. */
  online(): Listen<ChatEvents> {
    return listenOn(this.#pusher.subscribe('presence-chat'))
  }

  /** The header of a request whose own events this page need not hear: `sendMessage` takes it. */
  get socketHeader(): { 'x-socket-id': string } {
    return { 'x-socket-id': this.#pusher.connection.socket_id }
  }

  close(): void {
    this.#pusher.disconnect()
  }
}
