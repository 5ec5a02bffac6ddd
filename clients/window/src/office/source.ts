import type { TemplateResult } from 'lit-html'
import type { Schemas } from '../client.ts'
import { o } from '../office-texts.ts'
import { tag } from '../parts.ts'

type Sold = Pick<Schemas['ReservationSummary'], 'source' | 'ota_name'> & { guest_id: number | null }

/** The source of a stay: a colour of office.css, and a name. Pure. */
export function sourceOf({ source, ota_name, guest_id }: Sold): { kind: string; name: string } {
  if (source === 'channel') {
    const name = ota_name ?? 'Channel'
    if (/airbnb/i.test(name)) return { kind: 'air', name: 'Airbnb' }
    return { kind: 'book', name: /booking/i.test(name) ? 'Booking' : name }
  }
  return guest_id === null ? { kind: 'tel', name: o.sources.hand } : { kind: 'site', name: o.sources.site }
}

/** The source of a stay, as a word in its colour. */
export function sourceTag(stay: Sold): TemplateResult {
  const { kind, name } = sourceOf(stay)
  return tag(name, `src ${kind}`)
}

type Named = Pick<Schemas['ReservationSummary'], 'guest_name'> & {
  guest: { first_name: string | null } | null
}

/** The name of a guest that the company may see. Pure. */
export const guestOf = ({ guest_name, guest }: Named): string => guest_name ?? guest?.first_name ?? o.today.guest
