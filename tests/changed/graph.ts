import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listStatements } from '../../src/cli/shapes.ts'
import { effectsOfStatement } from '../../src/cli/statement.ts'
import { importsOfModules, moduleOf } from '../support/modules.ts'
import { ownersOfTables } from '../support/owners.ts'
import type { Graph } from './select.ts'

const IMPORTED = /from '(?:\.\.\/)+(src\/[^']+)'/g

function importsOfTests(): Graph['importsOfTests'] {
  const folders = new Map<string, Set<string>>()
  for (const file of globSync('tests/*/**/*.test.ts')) {
    const folder = path.dirname(file)
    const modules = folders.get(folder) ?? new Set()
    folders.set(folder, modules)
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const module = moduleOf(imported)
      if (module !== undefined) modules.add(module)
    }
  }
  return folders
}

const HELPER = /from '(\.[^']+\.ts)'/g
/** Every test runs on these. */
const OF_EVERY_TEST = ['tests/support/database.ts', 'tests/support/seed.ts']

/** The tests that import each helper under tests/, directly or through others; not those helpers on which every test runs. */
function usersOfHelpers(): Graph['usersOfHelpers'] {
  const files = globSync('tests/**/*.ts')
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(HELPER)) {
      const imported = path.join(path.dirname(file), target)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  const usersOf = (file: string, seen = new Set<string>()): Set<string> => {
    for (const importer of importers.get(file) ?? []) {
      if (seen.has(importer)) continue
      seen.add(importer)
      usersOf(importer, seen)
    }
    return seen
  }
  return new Map(
    files
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => [file, usersOf(file)] as const)
      .filter(([file, users]) => !OF_EVERY_TEST.some((base) => file === base || users.has(base)))
      .map(([file, users]) => [file, [...users].filter((user) => user.endsWith('.test.ts'))]),
  )
}

const DOCUMENT = /\b(?:docs|deploy)\/|\b[A-Z]+\.md\b/

/** Reads the graph from the files as they are. */
export async function readGraph(): Promise<Graph> {
  const tables: Graph['tables'] = new Map()
  // The statements of the demo and of the stand-ins are no part of production.
  for (const statement of listStatements().filter(({ name }) => !name.startsWith('dev/')))
    tables.set(statement.name, await effectsOfStatement(statement))
  return {
    usersOfHelpers: usersOfHelpers(),
    imports: importsOfModules(),
    importsOfTests: importsOfTests(),
    tables,
    owners: ownersOfTables(),
    namingDocuments: globSync('tests/**/*.test.ts').filter((file) => DOCUMENT.test(readFileSync(file, 'utf8'))),
  }
}
