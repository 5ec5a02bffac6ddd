import { moduleOf, reachableFrom } from '../support/modules.ts'

/** Imports of the service and of its tests. */
export interface Graph {
  /** Imported modules of each module. */
  imports: Map<string, Set<string>>
  /** Modules that the tests of each folder import. */
  importsOfTests: Map<string, Set<string>>
  /** The tables that each statement, as `payments/insert`, reads and writes. */
  tables: Map<string, { reads: Set<string>; writes: Set<string> }>
  /** The module of each table. */
  owners: Map<string, string>
  /** The tests that use each helper under tests/; not of those on which every test runs. */
  usersOfHelpers: Map<string, string[]>
  /** The tests that name a document, or a file of a deployment. */
  namingDocuments: string[]
}

/** Folders and files of tests; or everything, and the changed file that cannot be attributed. */
export type Selection = { tests: string[] } | { because: string }

/** Tests of the whole: how the modules hang together, borders, documents. */
const OF_ALL = ['tests/architecture.test.ts', 'tests/borders.test.ts', 'tests/documents.test.ts']
/** Tests that read the files of the lab. */
const OF_LAB = ['tests/architecture.test.ts', 'tests/documents.test.ts']
/** Tries every operation. */
const OF_OPERATIONS = 'tests/platform/plugins/'

const haveCommon = (some: Set<string>, others: Set<string>): boolean => [...some].some((one) => others.has(one))

/** A module and all that import it, however far up. */
const withDependants = (module: string, { imports }: Graph): string[] => [
  module,
  ...[...imports.keys()].filter((other) => reachableFrom(other, imports).has(module)),
]

/** The modules whose statements read or write one of some tables. */
const modulesOf = (tables: Set<string>, graph: Graph): string[] =>
  [...graph.tables]
    .filter(([, { reads, writes }]) => haveCommon(tables, reads) || haveCommon(tables, writes))
    .map(([statement]) => statement.split('/').at(-2) ?? '')

/** The folders whose tests are of one of some modules. */
const foldersOf = (modules: Set<string>, { importsOfTests }: Graph): string[] =>
  [...importsOfTests]
    .filter(([folder, imported]) => modules.has(moduleOf(`${folder}/`) ?? '') || haveCommon(modules, imported))
    .map(([folder]) => `${folder}/`)

const testsOfModules = (modules: Iterable<string>, graph: Graph): string[] => [
  ...OF_ALL,
  ...foldersOf(new Set(modules), graph),
]

/** The tests of one changed file; undefined when it cannot be attributed. `read` gives its text, empty when it is gone. */
function testsOf(file: string, graph: Graph, read: (file: string) => string): string[] | undefined {
  const [top = ''] = file.split('/')
  const module = moduleOf(file) ?? ''
  const isTested = foldersOf(new Set([module]), graph).length > 0
  if (top === 'src' && moduleOf(file) !== undefined && isTested) {
    const own = new Set([...graph.owners].filter(([, owner]) => owner === module).map(([table]) => table))
    const modules = [...withDependants(module, graph), ...modulesOf(own, graph)]
    const isOfOperations = /(?:routes|schemas|module)\.ts$/.test(file)
    return [...testsOfModules(modules, graph), ...(isOfOperations ? [OF_OPERATIONS] : [])]
  }
  if (top === 'sql' && file.endsWith('.sql') && isTested) {
    const changed = graph.tables.get(file.replace(/^sql\/|\.sql$/g, ''))?.writes ?? new Set<string>()
    return testsOfModules([...withDependants(module, graph), ...modulesOf(changed, graph)], graph)
  }
  if (file === 'migrations/schema.sql') return ['tests/platform/schema/']
  if (top === 'migrations') {
    const words = new Set(read(file).match(/\w+/g))
    const named = new Set([...graph.owners.keys()].filter((table) => words.has(table)))
    const modules = modulesOf(named, graph).flatMap((name) => withDependants(name, graph))
    return ['tests/platform/db/', ...testsOfModules(modules, graph)]
  }
  if (/^tests\/(?:[\w-]+\/)*[\w.-]+\.test\.ts$/.test(file)) return [file]
  if (file.startsWith('tests/changed/')) return ['tests/changed/']
  const users = graph.usersOfHelpers.get(file)
  if (users !== undefined) return users
  if (/^(?:docs\/|deploy\/|[\w-]+\.md$)/.test(file)) return ['tests/documents.test.ts', ...graph.namingDocuments]
  // Its own tests are those of `npm run lab:check`.
  if (top === 'lab') return OF_LAB
  return undefined
}

/** Tests to run after a change of some files. Pure but for `read`. */
export function testsFor(changed: string[], graph: Graph, read: (file: string) => string): Selection {
  const tests = new Set<string>()
  for (const file of changed) {
    const found = testsOf(file, graph, read)
    if (found === undefined) return { because: file }
    for (const test of found) tests.add(test)
  }
  return { tests: [...tests].sort() }
}
