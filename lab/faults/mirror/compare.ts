/** Rows by what they are about, e.g. `stay 7`, `night <home> 2027-01-01`. */
export type Rows = ReadonlyMap<string, unknown>

/** Objects whatever the order of their fields. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** In what a copy differs from the service, a line for each row: what is missing, what nobody has, and what is not the same. Pure. */
export function differences(service: Rows, copy: Rows): string[] {
  const missing = [...service].filter(([key]) => !copy.has(key)).map(([key]) => `${key} is missing in the mirror`)
  const surplus = [...copy].filter(([key]) => !service.has(key)).map(([key]) => `${key} is in the mirror alone`)
  const different = [...service].flatMap(([key, value]) => {
    const [there, here] = [textOf(value), textOf(copy.get(key))]
    return !copy.has(key) || there === here ? [] : [`${key} is ${here}, and at the service ${there}`]
  })
  return [...missing, ...surplus, ...different]
}

/** The events that were never delivered. Pure. */
export const undelivered = (events: readonly { id: number }[], deliveries: ReadonlyMap<string, unknown>): string[] =>
  events.filter(({ id }) => !deliveries.has(`evt_${id}`)).map(({ id }) => `event ${id} was never delivered`)
