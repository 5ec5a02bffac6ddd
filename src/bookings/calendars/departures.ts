import { addDays } from '../../platform/lib/days.ts'
import type { Departures } from '../states/departure-tasks.ts'
import type { Nights } from './echoes.ts'

interface Event extends Nights {
  uid: string
  is_block?: boolean
}

/** Compares departures from a day on. An event that keeps its UID or its day of arrival was moved. Pure. */
export function compareDepartures(previous: Event[], taken: Event[], from: string): Departures {
  const stays = (events: Event[]) => events.filter(({ is_block = false, end_date }) => !is_block && end_date >= from)
  const departureOf = ({ end_date }: Event) => addDays(end_date, 1)
  const [before, after] = [stays(previous), stays(taken)]
  const [known, present] = [new Set(before.map(departureOf)), new Set(after.map(departureOf))]
  const lost = new Set([...known].filter((day) => !present.has(day)))
  const gained = new Set([...present].filter((day) => !known.has(day)))
  const byUid = new Map(before.map((event) => [event.uid, event]))
  const byArrival = new Map(before.map((event) => [event.start_date, event]))
  const moved: Departures['moved'] = []
  for (const event of after) {
    const day = departureOf(event)
    const earlier = (event.uid === '' ? undefined : byUid.get(event.uid)) ?? byArrival.get(event.start_date)
    const left = earlier && departureOf(earlier)
    if (left === undefined || !gained.has(day) || !lost.has(left)) continue
    moved.push({ before: left, after: day })
    gained.delete(day)
    lost.delete(left)
  }
  return { moved, lost: [...lost], gained: [...gained] }
}
