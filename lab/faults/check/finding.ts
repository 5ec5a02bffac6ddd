/** Something that must not be. `op`: the operation in whose time it falls; `at`: that time itself. */
export interface Finding {
  kind: 'lost' | 'doubled' | 'stuck' | 'saturated' | 'wrong'
  what: string
  op?: number
  at?: number
}

/** Groups of more than one, by their names. Pure. */
export const repeated = <T>(items: readonly T[], nameOf: (item: T) => string): [string, T[]][] =>
  [...Map.groupBy(items, nameOf)].filter(([, group]) => group.length > 1)

/** Items by an id. Pure. */
export const byId = <T, K>(items: readonly T[], idOf: (item: T) => K): Map<K, T> =>
  new Map(items.map((item) => [idOf(item), item]))

export const sum = <T>(items: readonly T[], amountOf: (item: T) => number): number =>
  items.reduce((total, item) => total + amountOf(item), 0)
