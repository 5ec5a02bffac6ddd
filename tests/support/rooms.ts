import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const IMPORT = /(?:^|\n)(?:import|export)\b[^;]*?from '(\.[^']+)'/g

/** From the ground up: a district imports those before it only. */
export const DISTRICTS = [
  'platform',
  'realtime',
  'accounts',
  'homes',
  'money',
  'stays',
  'channels',
  'integrations',
  'operations',
]

/** The module of a file under src/, sql/ or tests/; files directly under these folders belong to none. */
export const roomOf = (file: string): string | undefined => {
  const [, top = '', ...rest] = file.split('/')
  const [module, ...inside] = DISTRICTS.includes(top) && rest.length > 1 ? rest : [top, ...rest]
  return inside.length > 0 ? module : undefined
}

/** Statements of a room that a file runs: as good as an import of that room. */
const STATEMENT = /\bqueries\.(?!ts\b)(\w+)/g
const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Which rooms each room imports, or runs statements of. */
export function importsOfRooms(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>()
  for (const file of globSync('src/**/*.ts')) {
    const room = roomOf(file)
    if (room === undefined) continue
    const targets = rooms.get(room) ?? new Set()
    rooms.set(room, targets)
    const text = readFileSync(file, 'utf8')
    if (room !== 'db')
      for (const [, name = ''] of text.matchAll(STATEMENT)) if (kebabCase(name) !== room) targets.add(kebabCase(name))
    for (const [, target = ''] of text.matchAll(IMPORT)) {
      const other = roomOf(path.join(path.dirname(file), target))
      if (other !== undefined && other !== room) targets.add(other)
    }
  }
  return rooms
}

/** The rooms that can be reached from one over its imports. */
export function reachableFrom(start: string, imports: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>()
  const visit = (room: string) => {
    for (const next of imports.get(room) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(next)
    }
  }
  visit(start)
  return reached
}
