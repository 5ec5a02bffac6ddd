/** Why an address that a user named could not be reached; the API returns `code`. */
export class OutboundError extends Error {
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** HTTP requests to addresses that users name: public addresses only, 2 MB and ten seconds at most. */
export interface GuardedHttp {
  /** True if a URL contains a private address, or the name localhost. A private address behind a host name is refused at the request. */
  refuses(url: URL): boolean
  /**
   * GETs a text, and follows three redirects at most.
   * @throws OutboundError `private_address`, `too_large`, `timeout`, `unreachable`, `redirects`, `protocol`, `status_404`
   * and the like.
   */
  get(url: string, headers?: Record<string, string>): Promise<string>
  /**
   * POSTs a text without following redirects, and returns the status of the answer. Its body is not read.
   * @throws OutboundError as `get` does, except for `too_large`, `redirects` and statuses.
   */
  post(url: string, body: string, headers: Record<string, string>): Promise<number>
  /**
   * POSTs a text without following redirects, and returns the answer with the beginning of its body.
   * @throws OutboundError as `post` does.
   */
  deliver(url: string, body: string, headers: Record<string, string>): Promise<OutboundAnswer>
}

export interface OutboundAnswer {
  status: number
  /** The header `Retry-After`. */
  retryAfter: string | string[] | undefined
  /** 2 kB at most. */
  text: string
}

/** Each purpose with its own rule about private addresses. */
export interface Outbound {
  /** Calendars of other platforms; the operator may allow private addresses. */
  calendars: Pick<GuardedHttp, 'refuses' | 'get'>
  /** Callbacks of subscriptions: public addresses without exceptions. */
  callbacks: Pick<GuardedHttp, 'refuses' | 'post'>
  /** Endpoints of webhooks; the operator may allow private addresses. */
  webhooks: Pick<GuardedHttp, 'refuses' | 'deliver'>
}
