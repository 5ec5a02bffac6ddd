import { describe, expect, test } from 'vitest'
import { type ArrivalFacts, arrivalState, inLanguage } from '../../../src/hosting/arrival/rules.ts'
import { RESERVATION_STATUS } from '../../../src/platform/db/enums.ts'

const facts = (changes: Partial<ArrivalFacts> = {}): ArrivalFacts => ({
  status: 'confirmed',
  arrival_access: 'automatic',
  has_opened: true,
  has_closed: false,
  is_overdue: false,
  ...changes,
})

describe('an arrival', () => {
  test('is shown from its hour to the hour of departure, while nothing is overdue', () => {
    expect(arrivalState(facts())).toBe('open')
    expect(arrivalState(facts({ has_opened: false }))).toBe('later')
    expect(arrivalState(facts({ has_opened: false, is_overdue: true }))).toBe('later')
    expect(arrivalState(facts({ is_overdue: true }))).toBe('unpaid')
    expect(arrivalState(facts({ has_closed: true }))).toBe('over')
  })

  test('follows the decision of the company, until the departure', () => {
    for (const has_opened of [true, false])
      for (const is_overdue of [true, false]) {
        expect(arrivalState(facts({ arrival_access: 'released', has_opened, is_overdue }))).toBe('open')
        expect(arrivalState(facts({ arrival_access: 'withheld', has_opened, is_overdue }))).toBe('withheld')
      }
    expect(arrivalState(facts({ arrival_access: 'released', has_closed: true }))).toBe('over')
  })

  test('is of stays that go on', () => {
    const open = RESERVATION_STATUS.filter((status) => arrivalState(facts({ status })) === 'open')
    expect(open).toEqual(['confirmed', 'checked_in'])
  })

  test('has each text in the language of the reader, or else in another', () => {
    const texts = { fr: { way: 'à gauche', door: 'bleue' }, en: { way: 'left' } }
    expect(inLanguage(texts, 'way', 'en')).toBe('left')
    expect(inLanguage(texts, 'way', 'fr')).toBe('à gauche')
    expect(inLanguage<'way' | 'door' | 'manual'>(texts, 'door', 'en')).toBe('bleue')
    expect(inLanguage<'way' | 'door' | 'manual'>(texts, 'manual', 'en')).toBeNull()
  })
})
