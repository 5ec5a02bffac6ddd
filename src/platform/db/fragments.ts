/**
 * A statement of which a request needs only parts. In its file, a line `-- any of: a, b` is the place of those of the parts `a` and
 * `b` that are wanted, and `-- one of: a, b` the place of exactly one. `-- one of: a` always includes `a`, with the places in it: use it for what several
 * statements share. Each part is a file beside it, which says `-- part of: ` and the statement.
 */

export interface Slot {
  kind: 'any' | 'one'
  /** In the order in which they stand in the statement. */
  names: string[]
}

const SLOT = /^[ \t]*-- (any|one) of: (.+)$/gm

const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim())

/** The places for parts in a text. Pure. */
export const slotsOf = (source: string): Slot[] =>
  [...source.matchAll(SLOT)].map(([, kind, list = '']) => ({
    kind: kind === 'one' ? 'one' : 'any',
    names: namesIn(list),
  }))

/** A statement with the parts that it always has, so that its places are those that a request chooses from. Pure. */
export const whole = (source: string, part: (name: string) => string): string =>
  source.replace(SLOT, (line, kind: string, list: string) =>
    kind === 'one' && namesIn(list).length === 1 ? whole(part(list.trim()), part) : line,
  )

/** The statements that a file is a part of; none for a statement. Pure. */
export const partOf = (source: string): string[] =>
  [...source.matchAll(/^-- part of: (.+)$/gm)].flatMap(([, list = '']) => namesIn(list))

/**
 * A whole statement with the wanted parts. Those that it has no place for are left out. Pure.
 * @throws Error for a place of one part for which none or several are wanted.
 */
export function compose(source: string, wanted: ReadonlySet<string>, part: (name: string) => string): string {
  return source.replace(SLOT, (line, kind: string, list: string) => {
    const chosen = namesIn(list).filter((name) => wanted.has(name))
    if (kind === 'one' && chosen.length !== 1) throw new Error(`${chosen.length} parts for \`${line.trim()}\``)
    return chosen.map(part).join('\n')
  })
}
