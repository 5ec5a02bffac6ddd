import { expect, test } from 'vitest'
import { type Graph, testsFor } from './select.ts'

// Folders of files that do not exist.
const [SRC, SQL, MIGRATIONS] = ['src', 'sql', 'migrations']
const SCENES = `tests/${'support'}/scenes.ts`
const QUOTES_TEST = `tests/${'quotes'}/quotes.test.ts`
const set = (...names: string[]) => new Set(names)

const GRAPH: Graph = {
  imports: new Map([
    ['quotes', set('bookings')],
    ['bookings', set('payments', 'lib')],
    ['payments', set('lib')],
    ['reviews', set('lib')],
    ['lib', set()],
  ]),
  importsOfTests: new Map([
    ['tests/quotes', set()],
    ['tests/bookings', set()],
    ['tests/money/payments', set()],
    ['tests/stays/reviews', set()],
    ['tests/platform/plugins', set()],
    ['tests/storms', set('payments', 'dev')],
  ]),
  tables: new Map([
    ['money/payments/insert', { reads: set(), writes: set('payments') }],
    ['money/payments/find', { reads: set('payments'), writes: set() }],
    ['bookings/insert', { reads: set(), writes: set('stays') }],
    ['reviews/may-write', { reads: set('stays'), writes: set() }],
    ['stays/reviews/insert', { reads: set(), writes: set('comments') }],
  ]),
  owners: new Map([
    ['payments', 'payments'],
    ['stays', 'bookings'],
    ['comments', 'reviews'],
  ]),
  namingDocuments: ['tests/config/guide.test.ts'],
  usersOfHelpers: new Map([[SCENES, [QUOTES_TEST, 'tests/stays/reviews/reviews.test.ts']]]),
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
    ['tests/bookings/', 'tests/money/payments/', 'tests/quotes/', 'tests/storms/'],
  ],
  ['who reads its tables', `${SRC}/bookings/reserve.ts`, ['tests/bookings/', 'tests/quotes/', 'tests/stays/reviews/']],
  [
    'every operation, when one may have changed',
    `${SRC}/reviews/routes.ts`,
    ['tests/platform/plugins/', 'tests/stays/reviews/'],
  ],
  [
    'a statement that writes',
    `${SQL}/bookings/insert.sql`,
    ['tests/bookings/', 'tests/quotes/', 'tests/stays/reviews/'],
  ],
  ['a statement that only reads', `${SQL}/reviews/may-write.sql`, ['tests/stays/reviews/']],
  [
    'a migration: who uses its tables, and who imports them',
    `${MIGRATIONS}/1_stays.sql`,
    ['tests/bookings/', 'tests/platform/db/', 'tests/quotes/', 'tests/stays/reviews/'],
  ],
  ['the schema, which changes with a migration', `${MIGRATIONS}/schema.sql`, ['tests/platform/schema/']],
  ['a test alone', 'tests/stays/reviews/reviews.test.ts', ['tests/stays/reviews/reviews.test.ts']],
  ['a helper, and the tests that use it', SCENES, [QUOTES_TEST, 'tests/stays/reviews/reviews.test.ts']],
  ['what tests of tools use', 'tests/changed/graph.ts', ['tests/changed/']],
  ['a file of the lab', 'lab/run.ts', []],
  ['a document', 'docs/design/domain.md', ['tests/config/guide.test.ts']],
])('%s', ([_why, changed, found]) => {
  expect(folders(changed)).toEqual(found)
})

test('a change of code asks for the tests of the whole too, and several changes for those of each', () => {
  expect(select(`${SRC}/quotes/price.ts`, `${SQL}/reviews/may-write.sql`)).toEqual({
    tests: [...OF_ALL, 'tests/quotes/', 'tests/stays/reviews/'],
  })
})

test.for(['package.json', 'vitest.config.ts', 'tests/support/database.ts', `${SRC}/app.ts`, '.ci/run'])(
  'what cannot be attributed asks for everything: %s',
  (file) => {
    expect(select(`${SRC}/quotes/price.ts`, file)).toEqual({ because: file })
  },
)
