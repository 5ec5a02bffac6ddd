import { html, nothing, type TemplateResult } from 'lit-html'
import { t } from './texts.ts'

/** The people of a stay: adults pay the tourist tax, children do not, and infants need no place. */
export interface People {
  adults: number
  children: number
  infants: number
}

export const KINDS = ['adults', 'children', 'infants'] as const satisfies (keyof People)[]

const LIMITS = { adults: [1, 50], children: [0, 50], infants: [0, 20] } as const

/** The people of fields or of an address; what is missing is one adult alone. Pure. */
export function peopleIn(read: (kind: keyof People) => string | number | null | undefined): People {
  const count = (kind: keyof People) => {
    const [least, most] = LIMITS[kind]
    return Math.min(most, Math.max(least, Math.round(Number(read(kind))) || 0))
  }
  return { adults: count('adults'), children: count('children'), infants: count('infants') }
}

/** People in words: "2 adults, 1 child". Pure. */
export const peopleWords = (people: People): string =>
  KINDS.filter((kind) => people[kind] > 0)
    .map((kind) => t.people.count[kind](people[kind]))
    .join(', ')

/**
 * Fields for the people of a stay.
 * @param change after one has changed
 */
export const peopleFields = (
  people: People,
  change: ((event: Event) => void) | typeof nothing = nothing,
): TemplateResult => html`<div class="pair three" @change=${change}>
  ${KINDS.map(
    (kind) =>
      html`<label>${t.people[kind]}<input name=${kind} type="number" min=${LIMITS[kind][0]} max=${LIMITS[kind][1]} .value=${String(people[kind])} required /></label>`,
  )}
</div>`
