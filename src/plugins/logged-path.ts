/** Where links contain secrets: after this part of a calendar's address, and in every query. */
const CALENDAR_SECRET = /(\/ical).+/is
const QUERY = /[?;&].*/s

/**
 * The path of a URL for logs, without secrets. The router decodes paths, and people mistype addresses, so secrets are
 * searched in the decoded path. A path without secrets is returned unchanged. Pure.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?')
  const plain = decoded(path)
  const safe = plain.replace(QUERY, '').replace(CALENDAR_SECRET, '$1/…')
  return safe === plain ? path : safe
}

/** Decodes every level of escaping at once (`%2541` is `A`), without errors on broken escapes. */
const decoded = (text: string): string =>
  text.replaceAll(/%(?:25)*([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
