const NAME = /^travellers\.(\d{1,3})\.(\w{1,50})$/

/** The body of a form whose fields are named `travellers.0.last_name`: people without any value are left out. Other forms stay as they are. Pure. */
export function travellersOfForm(body: unknown): unknown {
  const fields = Object.entries(body ?? {})
  const people = new Map<number, Record<string, unknown>>()
  const others: [string, unknown][] = []
  for (const [name, value] of fields) {
    const [, place, field] = NAME.exec(name) ?? []
    if (place === undefined || field === undefined) others.push([name, value])
    else people.set(Number(place), { ...people.get(Number(place)), [field]: value })
  }
  const travellers = [...people].toSorted(([a], [b]) => a - b).map(([, person]) => person)
  return Object.fromEntries(travellers.length > 0 ? [...others, ['travellers', travellers]] : others)
}
