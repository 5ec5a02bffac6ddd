import { createHash, timingSafeEqual } from 'node:crypto'

/** True if PostgreSQL can store a text: it has neither a NUL character nor half a surrogate pair. Pure. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text as PostgreSQL can store it: without NUL characters, and with a replacement character for half a surrogate pair. Pure. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A text cut to a length, as PostgreSQL can store it: a cut through a character leaves none of its halves. Pure. */
export const cutText = (text: string, maximum: number): string => storable(text.slice(0, maximum))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** True if a text is the expected one; how long that takes tells nothing of either, not even its length. Pure. */
export const isSameText = (expected: string, given: string | undefined): boolean =>
  timingSafeEqual(digest(expected), digest(given ?? ''))

/**
 * Characters that no line shows: controls and ends of lines, marks of direction, and what takes no room or only looks
 * empty. Joiners are shown in emoji and in scripts that join their letters, selectors of a variant after emoji.
 */
const INVISIBLE =
  /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]--[\u200c\u200d\ufe0e\ufe0f]]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Mn}])[\u200c\u200d]|(?<!\p{Emoji})[\ufe0e\ufe0f]/gv

/** True if a text is one line that shows all of its characters. Pure. */
export const isVisible = (text: string): boolean => text.search(INVISIBLE) === -1

/** `RateLimit` of `rate-limit`, `rate_limit` and `rate.limit`. Pure. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[-_.])(\w)/g, (_match, letter: string) => letter.toUpperCase())

/** Addresses of the web with a scheme or a path, and of mails, in a text. */
const ADDRESS =
  /\p{L}[\p{L}\d+.-]*:\/\/\S*|\S+@\S+|[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*(?:[.。．｡․][\p{L}\p{N}\p{M}_-]+)+[:/?#]\S*/gu
/** Full stops in words that programs take for a name of a host, such as `example.com`, also as other characters that are read as one. */
const DOTS_OF_HOSTS = /(?<=[\p{L}\p{N}\p{M}_-])[.。．｡․]+(?=\p{L}[\p{L}\p{N}\p{M}-])/gu

/** A text of which no program makes a link: without addresses, and with spaces in names of hosts. Pure. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(ADDRESS, '…').replaceAll(DOTS_OF_HOSTS, ' ').replaceAll(/ {2,}/g, ' ').trim()

/** A text as one line: each run of characters that no line shows is a space. Pure. */
export const oneLine = (text: string): string => text.replaceAll(INVISIBLE, ' ').replaceAll(/ {2,}/g, ' ').trim()
