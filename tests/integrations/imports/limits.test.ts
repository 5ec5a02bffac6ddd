import { describe, expect } from 'vitest'
import { test } from '../../support/app.ts'
import { importFile } from '../../support/imports.ts'

const CODES = { row: 'too_many_cells_in_row', file: 'too_many_cells' }

const YEARS = Array.from({ length: 11 }, (_, index) => 2027 + index)

describe('a file that costs more than it says', () => {
  test.for<[what: string, lines: string[], code: string, limit: number]>([
    ['a row of commas', [','.repeat(1_000_000)], CODES.row, 100],
    ['a row of commas under good names', ['external_id,date', ','.repeat(101)], CODES.row, 100],
    ['rows of empty cells', ['external_id,date', ...Array<string>(5_000).fill(','.repeat(99))], CODES.file, 400_000],
  ])('is refused with the limit: %s', async ([, lines, code, limit], { t }) => {
    const owner = await t.user()
    for (const what of ['properties', 'calendar'] as const) {
      const { status, body } = await importFile(t, owner, what, lines, { locale: 'en' })
      expect([status, body.errors]).toEqual([400, { file: [{ code, limit }] }])
      expect(body.data.file[0]).toContain(new Intl.NumberFormat('en').format(limit))
    }
  })

  test('is refused with what it has too many of', async ({ t }) => {
    const owner = await t.user()
    const blank = await importFile(t, owner, 'properties', ['external_id,title', ...Array<string>(100_000).fill('')])
    expect([blank.status, blank.body.data]).toEqual([413, { limit: 1_000, unit: 'rows' }])
    const home = await t.home(owner)
    const rows = Array<string>(20_001).fill(`${home},2027-01-01,1`)
    const long = await importFile(t, owner, 'calendar', ['property_id,date,price', ...rows])
    expect([long.status, long.body.data]).toEqual([413, { limit: 20_000, unit: 'rows' }])
    const wide = await importFile(t, owner, 'calendar', [
      'property_id,from,to,price',
      ...YEARS.map((year) => `${home},${year}-01-01,${year}-12-31,1`),
    ])
    expect([wide.status, wide.body.data]).toEqual([413, { limit: 3_653, unit: 'days_of_home' }])
  })
})

test('other requests have their turn while a large file is read', async ({ t }) => {
  const owner = await t.user()
  let turns = 0
  let isRead = false
  const count = () => {
    turns++
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  const lines = ['external_id,date', ...Array<string>(3_000).fill(','.repeat(99))]
  const { status } = await importFile(t, owner, 'calendar', lines)
  isRead = true
  expect(status).toBe(200)
  // Slices of ten milliseconds; without them the file is read between two turns.
  expect(turns).toBeGreaterThan(8)
})

test('an account whose address is not verified imports nothing', async ({ t }) => {
  const owner = await t.user({ verified: false })
  for (const what of ['properties', 'calendar'] as const) {
    const { status, body } = await importFile(t, owner, what, ['external_id,title'])
    expect([status, body.code]).toEqual([403, 'not_verified'])
  }
})
