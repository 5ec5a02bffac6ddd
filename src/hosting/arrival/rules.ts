/** When a guest sees how to arrive (docs/design/domain.md, "Arrival"). Pure. */

import type { z } from 'zod'
import type { shownState } from '../../bookings/states/arrival-state.ts'
import { GOES_ON } from '../../bookings/states/states.ts'
import type { ArrivalAccess, ReservationStatus } from '../../platform/db/enums.ts'
import type { Locale } from '../../platform/locales/locales.ts'

type ArrivalState = z.infer<typeof shownState>

/** Facts on which the arrival of a stay depends. */
export interface ArrivalFacts {
  status: ReservationStatus
  arrival_access: ArrivalAccess
  /** True if the time before arrival has come at which it is shown. */
  has_opened: boolean
  /** True if the hour of departure has come. */
  has_closed: boolean
  is_overdue: boolean
}

/** `over`: there is no arrival, before the stay is confirmed and after departure. */
export function arrivalState(stay: ArrivalFacts): ArrivalState {
  if (!GOES_ON.includes(stay.status) || stay.has_closed) return 'over'
  if (stay.arrival_access !== 'automatic') return stay.arrival_access === 'released' ? 'open' : 'withheld'
  if (!stay.has_opened) return 'later'
  return stay.is_overdue ? 'unpaid' : 'open'
}

/** True if the code of the door waits until somebody of the company has seen the guest; a release of the company goes before it. */
export const awaitsIdentity = (stay: {
  asks_identity: boolean
  guest_seen: unknown
  arrival_access: ArrivalAccess
}): boolean => stay.asks_identity && stay.guest_seen === null && stay.arrival_access !== 'released'

type ByLanguage<Name extends string> = Partial<Record<Locale, Partial<Record<Name, string>> | undefined>>

/** A text in a language, or else in another one; null: it is written in none. */
export const inLanguage = <Name extends string>(texts: ByLanguage<Name>, name: Name, locale: Locale): string | null =>
  texts[locale]?.[name] ?? Object.values(texts).find((text) => text?.[name])?.[name] ?? null
