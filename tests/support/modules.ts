import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const IMPORT = /(?:^|\n)(?:import|export)\b[^;]*?from '(\.[^']+)'/g

/** From the ground up: a district imports only those before it. */
export const DISTRICTS = [
  'platform',
  'reference',
  'realtime',
  'accounts',
  'homes',
  'money',
  'bookings',
  'conversations',
  'hosting',
  'channels',
  'integrations',
  'operations',
]

/** Names of modules that have another one now: migrations are frozen, and queues of jobs keep their names. */
export const RENAMED: Record<string, string> = { stays: 'states', operations: 'health' }

/**
 * The district and the module of a file under src/, sql/ or tests/. Folders beside the districts, such as src/dev, are one module.
 * Undefined for files that stand directly in one of these folders.
 */
function placeOf(file: string): { district: string; module: string } | undefined {
  const [, top = '', ...rest] = file.split('/')
  const [module = '', ...inside] = DISTRICTS.includes(top) ? rest : [top, ...rest]
  return inside.length > 0 ? { district: top, module } : undefined
}

export const moduleOf = (file: string): string | undefined => placeOf(file)?.module

/** Statements of a module that a file runs: as good as an import of that module. */
const STATEMENT = /\bqueries\.(?!ts\b)(\w+)/g
const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Modules that each module imports, or runs statements of. */
export function importsOfModules(): Map<string, Set<string>> {
  const modules = new Map<string, Set<string>>()
  for (const file of globSync('src/**/*.ts')) {
    const module = moduleOf(file)
    if (module === undefined) continue
    const targets = modules.get(module) ?? new Set()
    modules.set(module, targets)
    const text = readFileSync(file, 'utf8')
    if (module !== 'db')
      for (const [, name = ''] of text.matchAll(STATEMENT)) if (kebabCase(name) !== module) targets.add(kebabCase(name))
    for (const [, target = ''] of text.matchAll(IMPORT)) {
      const other = moduleOf(path.join(path.dirname(file), target))
      if (other !== undefined && other !== module) targets.add(other)
    }
  }
  return modules
}

/** The modules that can be reached from one over its imports. */
export function reachableFrom(start: string, imports: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>()
  const visit = (module: string) => {
    for (const next of imports.get(module) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(next)
    }
  }
  visit(start)
  return reached
}

/** The district of each module. */
export const districtsOfModules = (): Map<string, string> =>
  new Map(
    globSync('src/**/*.ts').flatMap((file) => {
      const place = placeOf(file)
      return place ? [[place.module, place.district] as const] : []
    }),
  )

/** Imported districts of each district. */
export function importsOfDistricts(): Map<string, Set<string>> {
  const districts = districtsOfModules()
  const imports = new Map([...districts.values()].map((district) => [district, new Set<string>()]))
  for (const [module, targets] of importsOfModules())
    for (const target of targets) {
      const [from = '', to = ''] = [districts.get(module), districts.get(target)]
      if (from !== to) imports.get(from)?.add(to)
    }
  return imports
}
