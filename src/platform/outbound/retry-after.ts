/** Seconds of a header `Retry-After`, which is a number or a date; undefined for anything else. Pure. @param now in milliseconds since 1970. */
export function retryAfterSeconds(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
