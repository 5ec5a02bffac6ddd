import { html } from 'lit-html'
import type { Schemas } from '../client.ts'
import { money } from '../format.ts'
import { type People, peopleFields } from '../people.ts'
import { t } from '../texts.ts'

type Change = Schemas['StayChangeResult']
type Stay = Pick<Schemas['Reservation'], 'check_in' | 'check_out'> & People

const CHANGEABLE = new Set<Schemas['Reservation']['status']>(['confirmed', 'checked_in'])

/** True if days and guests of a stay can change. Pure. */
export const isChangeable = ({ status }: Pick<Schemas['Reservation'], 'status'>): boolean => CHANGEABLE.has(status)

/** Effects of a change in words. Pure. */
export function effectsOf({ before, after, due, waived, refund, currency }: Change): string {
  const amount = (value: number) => money(value, currency)
  return [
    t.desk.totals(amount(before.total), amount(after.total)),
    ...(due > 0 ? [t.desk.due(amount(due))] : []),
    ...(waived > 0 ? [t.desk.waived(amount(waived))] : []),
    ...(refund > 0 ? [t.desk.refund(amount(refund))] : []),
  ].join(' ')
}

/** Fields for the days and guests of a stay. */
export const stayFields = ({ check_in, check_out, ...people }: Stay) =>
  html`<div class="pair">
      <label>${t.desk.checkIn}<input name="check_in" type="date" .value=${check_in} required /></label>
      <label>${t.desk.checkOut}<input name="check_out" type="date" .value=${check_out} required /></label>
    </div>
    ${peopleFields(people)}`
