import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROWS, type Row, rulesOn, type SellerFacts, SUBJECTS } from '../../../src/homes/sellers/lawful.ts'
import { addDays } from '../../../src/platform/lib/days.ts'

const seller = (facts: Partial<SellerFacts> = {}): SellerFacts => ({
  ...{ country: null, region: null, kind: 'business', vat_exempt: false, homes: 1 },
  ...{ documents_allowed_by: null, cash_allowed_by: null, ...facts },
})

/** The seller that a row is about. */
const sellerOf = ({ country, region, kind = 'business', vat_exempt = false, homes = 1 }: Row) =>
  seller({ country, region: region ?? null, kind, vat_exempt, homes })

const FAR = '2090-01-01'

describe('the table of laws', () => {
  test.for(
    ROWS.map((row, index) => [`${row.country} ${row.region ?? ''} ${row.subjects}, row ${index}`, row] as const),
  )('a seller of %s reads this row, phase by phase', ([, row]) => {
    for (const subject of row.subjects) {
      for (const { from = '2020-01-01', state, text } of row.phases)
        expect(rulesOn(from, sellerOf(row))[subject]).toMatchObject({ state, text: text ?? null, row })
      expect(rulesOn(FAR, sellerOf(row))[subject]).toMatchObject({ state: row.phases.at(-1)?.state, next: null })
    }
  })

  test('each row has its source and its day, and says what is off in all languages', () => {
    for (const { phases, source, day, link, sure } of ROWS) {
      expect(source).not.toBe('')
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(link).toMatch(/^https:\/\/|^not found again$/)
      expect(['two', 'one', 'supposed']).toContain(sure)
      const days = phases.map(({ from = '' }) => from)
      expect(days).toEqual(days.toSorted())
      for (const { state, text } of phases)
        if (state !== 'allowed') expect([text?.en, text?.fr]).toEqual([expect.any(String), expect.any(String)])
    }
  })

  test('a change is announced ninety days before its day, and not earlier', () => {
    for (const row of ROWS)
      for (const { from, state } of row.phases) {
        if (from === undefined) continue
        const [subject = 'cash'] = row.subjects
        const nextOn = (day: string) => rulesOn(day, sellerOf(row))[subject].next?.from
        expect(nextOn(addDays(from, -91))).not.toBe(from)
        expect(rulesOn(addDays(from, -90), sellerOf(row))[subject].next).toMatchObject({ from, state })
        expect(nextOn(addDays(from, -1))).toBe(from)
        expect(nextOn(from)).not.toBe(from)
      }
  })

  test('nothing is refused where nobody has read the law', () => {
    for (const country of [null, 'US', 'JP', 'XX'])
      for (const subject of SUBJECTS)
        expect(rulesOn(FAR, seller({ country }))[subject]).toMatchObject({
          ...{ state: 'unknown', next: null, row: null },
          text: { en: 'Not known here.' },
        })
  })

  test('the word of somebody switches on what it is about, and nothing else', () => {
    const facts = seller({ country: 'HR', documents_allowed_by: 'Ada' })
    expect(rulesOn(FAR, facts)).toMatchObject({
      documents: { state: 'allowed', allowed_by: 'Ada' },
      business_documents: { state: 'allowed', allowed_by: 'Ada' },
      cash: { state: 'off', allowed_by: null },
    })
    const both = rulesOn(FAR, { ...facts, documents_allowed_by: null, cash_allowed_by: 'Ada' })
    expect(both).toMatchObject({ documents: { state: 'off' }, cash: { state: 'allowed' } })
    // A sentence stays where there is no refusal to lift.
    expect(rulesOn(FAR, seller({ country: 'AT', cash_allowed_by: 'Ada' })).cash.state).toBe('warned')
  })

  test('no other code knows the names of these laws', () => {
    const names = /VeriFactu|TicketBAI|ATCUD|myDATA|KSeF|e-Factura|\bNTAK\b|\bSdI\b|\bTSE\b|\bEET\b|Peppol/
    const files = globSync('{src,sql}/**/*.{ts,sql}').filter((file) => !file.endsWith('homes/sellers/lawful.ts'))
    expect(files.filter((file) => names.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})
