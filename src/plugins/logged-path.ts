/** Where a link carries its secret: what follows in a calendar's address, and every query. */
const CALENDAR_SECRET = /(\/ical).+/is
const QUERY = /\?.*/s

/**
 * The path of a URL as logs may show it, without its secrets. The router decodes what it matches, and people mistype
 * addresses, so secrets are looked for in the decoded path; one that has none is given as it was sent. Pure.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?')
  const plain = decoded(path)
  const safe = plain.replace(QUERY, '').replace(CALENDAR_SECRET, '$1/…')
  return safe === plain ? path : safe
}

/** Without an error on broken escapes; a percent sign that was escaped itself, however often, counts once. */
const decoded = (text: string): string =>
  text.replaceAll(/%(?:25)*([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
