/** Name and looks of a company, or of an installation that is one company's (docs/company.md). */
export interface Brand {
  name: string
  logo_url: string | null
  /** Such as `#1f5c4d`; white text on it can be read. */
  colour: string | null
  site: string | null
  reply_to: string | null
  /** The line that law or habit wants below mails and pages. */
  legal: string | null
}

/** The name of the service where it has no other. */
const SERVICE = 'Séjour'

export const nameOf = (brand: Brand | undefined): string => brand?.name ?? SERVICE

/** The colour of buttons and links without a brand of their own. */
export const COLOUR = '#1f5c4d'

const LEAST_CONTRAST = 4.5

/** The luminance of a channel from 0 to 255 (WCAG 2.2, "relative luminance", read on 28 November 2026). */
function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** True if white text on a colour has a contrast of 4.5 : 1 (WCAG 2.2, 1.4.3). @param colour `#rrggbb`. Pure. */
export function carriesWhite(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) =>
    linear(Number.parseInt(colour.slice(from, from + 2), 16)),
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= LEAST_CONTRAST
}
