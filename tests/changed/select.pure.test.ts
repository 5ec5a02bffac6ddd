import { expect, test } from 'vitest'
import { type Graph, testsFor } from './select.ts'

// Folders of files that do not exist.
const [SRC, SQL, MIGRATIONS] = ['src', 'sql', 'migrations']
const SCENES = `tests/${'support'}/scenes.ts`
const QUOTES_TEST = `tests/${'quotes'}/quotes.test.ts`
const set = (...names: string[]) => new Set(names)

const GRAPH: Graph = {
  imports: new Map([
    ['quotes', set('rentals')],
    ['rentals', set('payments', 'lib')],
    ['payments', set('lib')],
    ['reviews', set('lib')],
    ['lib', set()],
  ]),
  importsOfTests: new Map([
    ['tests/quotes', set()],
    ['tests/rentals', set()],
    ['tests/money/payments', set()],
    ['tests/conversations/reviews', set()],
    ['tests/platform/plugins', set()],
    ['tests/storms', set('payments', 'dev')],
  ]),
  tables: new Map([
    ['money/payments/insert', { reads: set(), writes: set('payments') }],
    ['money/payments/find', { reads: set('payments'), writes: set() }],
    ['rentals/insert', { reads: set(), writes: set('stays') }],
    ['reviews/may-write', { reads: set('stays'), writes: set() }],
    ['conversations/reviews/insert', { reads: set(), writes: set('comments') }],
  ]),
  owners: new Map([
    ['payments', 'payments'],
    ['stays', 'rentals'],
    ['comments', 'reviews'],
  ]),
  namingDocuments: ['tests/config/guide.test.ts'],
  usersOfHelpers: new Map([[SCENES, ['tests/conversations/reviews/reviews.test.ts', QUOTES_TEST]]]),
}

const OF_ALL = ['tests/architecture.test.ts', 'tests/borders.test.ts', 'tests/documents.test.ts']
const TEXTS: Record<string, string> = { [`${MIGRATIONS}/1_stays.sql`]: 'alter table stays add column note text;' }
const select = (...changed: string[]) => testsFor(changed, GRAPH, (file) => TEXTS[file] ?? '')
const folders = (...changed: string[]) => {
  const selection = select(...changed)
  return 'because' in selection ? selection : selection.tests.filter((found) => !OF_ALL.includes(found))
}

test.for<[why: string, changed: string, found: string[]]>([
  ['a module, and who imports it', `${SRC}/quotes/price.ts`, ['tests/quotes/']],
  [
    'however far up, with tests that import it themselves',
    `${SRC}/payments/ledger.ts`,
    ['tests/money/payments/', 'tests/quotes/', 'tests/rentals/', 'tests/storms/'],
  ],
  [
    'who reads its tables',
    `${SRC}/rentals/reserve.ts`,
    ['tests/conversations/reviews/', 'tests/quotes/', 'tests/rentals/'],
  ],
  [
    'every operation, when one may have changed',
    `${SRC}/reviews/routes.ts`,
    ['tests/conversations/reviews/', 'tests/platform/plugins/'],
  ],
  [
    'a statement that writes',
    `${SQL}/rentals/insert.sql`,
    ['tests/conversations/reviews/', 'tests/quotes/', 'tests/rentals/'],
  ],
  ['a statement that only reads', `${SQL}/reviews/may-write.sql`, ['tests/conversations/reviews/']],
  [
    'a migration: who uses its tables, and who imports them',
    `${MIGRATIONS}/1_stays.sql`,
    ['tests/conversations/reviews/', 'tests/platform/db/', 'tests/quotes/', 'tests/rentals/'],
  ],
  ['the schema, which changes with a migration', `${MIGRATIONS}/schema.sql`, ['tests/platform/schema/']],
  ['a test alone', 'tests/conversations/reviews/reviews.test.ts', ['tests/conversations/reviews/reviews.test.ts']],
  ['a helper, and the tests that use it', SCENES, ['tests/conversations/reviews/reviews.test.ts', QUOTES_TEST]],
  ['what tests of tools use', 'tests/changed/graph.ts', ['tests/changed/']],
  ['a file of the lab', 'lab/run.ts', []],
  ['a document', 'docs/design/domain.md', ['tests/config/guide.test.ts']],
])('%s', ([_why, changed, found]) => {
  expect(folders(changed)).toEqual(found)
})

test('a change of code asks for the tests of the whole too, and several changes for those of each', () => {
  expect(select(`${SRC}/quotes/price.ts`, `${SQL}/reviews/may-write.sql`)).toEqual({
    tests: [...OF_ALL, 'tests/conversations/reviews/', 'tests/quotes/'].sort(),
  })
})

test.for(['package.json', 'vitest.config.ts', 'tests/support/database.ts', `${SRC}/app.ts`, '.ci/run'])(
  'what cannot be attributed asks for everything: %s',
  (file) => {
    expect(select(`${SRC}/quotes/price.ts`, file)).toEqual({ because: file })
  },
)
