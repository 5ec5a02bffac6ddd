/** Why an address that somebody named could not be reached; `code` is for machines and for the one who named it. */
export class OutboundError extends Error {
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

export interface OutboundAnswer {
  status: number
  text: string
}

/** HTTP to addresses that users name: public addresses only, 2 MB and ten seconds at most. */
export interface Outbound {
  /** Whether a URL names a private address outright; one behind a name shows when it is used. */
  refuses(url: URL): boolean
  /**
   * GETs a text, following three redirects.
   * @throws OutboundError `private_address`, `too_large`, `timeout`, `unreachable`, `redirects`, `protocol`, `status_404`
   * and the like.
   */
  get(url: string, headers?: Record<string, string>): Promise<string>
  /**
   * POSTs a text and follows no redirect; what the other side answers is returned whatever its status.
   * @throws OutboundError as `get` does, but for `redirects` and the statuses.
   */
  post(url: string, body: string, headers: Record<string, string>): Promise<OutboundAnswer>
}
