/** Storage of the session: `localStorage`, `sessionStorage`, or anything with these methods. */
export interface SessionStorage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): unknown
  removeItem(key: string): unknown
}

/** Response of a sign-in. */
export interface Issued {
  token: string
  expires_at: string
  id: number
}

interface Kept extends Issued {
  /** By the clock of this device, in milliseconds. */
  kept_at: number
}

/** The part of Web Locks that is used. */
type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> }

export interface SessionOptions {
  baseUrl: string
  /** By default `localStorage`, or memory where there is none. Tabs that share it share the session. */
  storage?: SessionStorage
  /** The name under which it is kept: another one is another session. */
  key?: string
  /** Called when the session has ended, by the service or by a sign-out in another tab: it is time to sign in again. */
  onEnd?: () => void
  /** Called when another tab has signed in as somebody else: what this one shows is not theirs. */
  onChange?: (userId: number) => void
  fetch?: (request: Request) => Promise<Response>
  /** By default the Web Locks of the browser, where there are. */
  locks?: Locks | undefined
}

const keptIn = (text: string | null): Kept | undefined => (text === null ? undefined : (JSON.parse(text) as Kept))

/** A token is exchanged when it has this long to live, and not twice within this time, whatever the clock of the device says. */
const MARGIN_MS = 60_000

const STALE = 'invalid_token'

/** True if the service has taken the token of a request for none. */
export const isStale = ({ headers }: Response): boolean => headers.get('www-authenticate')?.includes(STALE) ?? false

function memory(): SessionStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  }
}

/**
 * Keeps the token, and exchanges it before its end. Of tabs with one storage, one asks for a new token while the others wait for the
 * lock and then find it; without locks each asks, and the service takes the old token for 30 seconds.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #storage: SessionStorage
  readonly #key: string
  readonly #locks: Locks | undefined
  #renewing: Promise<string | undefined> | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.#key = options.key ?? 'sejour'
    this.#storage = options.storage ?? globalThis.window?.localStorage ?? memory()
    this.#locks = 'locks' in options ? options.locks : globalThis.navigator?.locks
    globalThis.window?.addEventListener('storage', (event) => this.#changedElsewhere(event))
  }

  /** Browsers tell all other tabs of one storage what a tab has written. */
  #changedElsewhere({ key, storageArea, oldValue, newValue }: StorageEvent): void {
    if (key !== this.#key || storageArea !== this.#storage) return
    const [before, now] = [oldValue, newValue].map((text) => keptIn(text)?.id)
    if (now === before) return
    if (now === undefined) this.#options.onEnd?.()
    else this.#options.onChange?.(now)
  }

  /** Begins or replaces the session. */
  async keep({ token, expires_at, id }: Issued): Promise<void> {
    const kept: Kept = { token, expires_at, id, kept_at: Date.now() }
    await this.#storage.setItem(this.#key, JSON.stringify(kept))
  }

  /** Forgets the session on this device. */
  async forget(): Promise<void> {
    await this.#storage.removeItem(this.#key)
  }

  /** The number of the user; undefined: nobody is signed in. */
  async userId(): Promise<number | undefined> {
    return (await this.#read())?.id
  }

  /** A token that is good for a while; undefined: nobody is signed in. */
  async token(): Promise<string | undefined> {
    const kept = await this.#read()
    if (!kept) return undefined
    const now = Date.now()
    const isDue = Date.parse(kept.expires_at) - now < MARGIN_MS && Math.abs(now - kept.kept_at) > MARGIN_MS
    return isDue ? this.renew(kept.token) : kept.token
  }

  /** The token after this one, from the service or from another tab; undefined: the session has ended. */
  async renew(token: string): Promise<string | undefined> {
    this.#renewing ??= this.#renewAlone(token).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  #renewAlone(token: string): Promise<string | undefined> {
    const work = () => this.#exchange(token)
    return this.#locks ? this.#locks.request(`${this.#key} ${this.#options.baseUrl}`, work) : work()
  }

  async #exchange(token: string): Promise<string | undefined> {
    const kept = await this.#read()
    if (kept?.token !== token) return kept?.token
    const { baseUrl, fetch = globalThis.fetch, onEnd } = this.#options
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(new Request(`${baseUrl}/api/v1/auth/refresh`, { method: 'POST', headers }))
    if (answer.ok) {
      const { newToken, expires_at } = (await answer.json()) as { newToken: string; expires_at: string }
      await this.keep({ token: newToken, expires_at, id: kept.id })
      return newToken
    }
    // Another tab may have stored the next token.
    const now = await this.#read()
    if (now && now.token !== token) return now.token
    // The session goes on when the service is away or busy, and when other tabs renew this token (409): it is good for their half minute.
    if (answer.status !== 401) return token
    await this.forget()
    onEnd?.()
    return undefined
  }

  async #read(): Promise<Kept | undefined> {
    return keptIn(await this.#storage.getItem(this.#key))
  }
}
