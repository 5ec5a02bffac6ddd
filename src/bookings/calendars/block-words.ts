/**
 * Names that platforms and programs give to days which nobody has booked, in lower case and without
 * accents (docs/design/channels.md, "Words of blocks").
 * Booking.com has one name for these and for bookings ("CLOSED - Not available"), which is not among them.
 */
const WORDS: ReadonlySet<string> = new Set([
  'blocked',
  'not available',
  'unavailable',
  'airbnb (not available)',
  'indisponible',
  'airbnb (indisponible)',
  'nicht verfugbar',
  'airbnb (nicht verfugbar)',
  'no disponible',
  'airbnb (no disponible)',
  'non disponibile',
  'airbnb (non disponibile)',
  'nao disponivel',
  'airbnb (nao disponivel)',
  'niet beschikbaar',
  'airbnb (niet beschikbaar)',
])

/** True if an event of this summary is a block: days that a host has closed, without a guest. Pure. */
export const isBlock = (summary: string): boolean =>
  WORDS.has(summary.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().replaceAll(/\s+/g, ' ').toLowerCase())
