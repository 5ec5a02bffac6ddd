import { describe, expect, test } from 'vitest'
import { codeAddress, isProved } from '../../../src/bookings/states/proved.ts'

const ADA = 'ada@example.org'
const OWN = 'own@company.example'

const address = (email: string | null, fields: object = {}) => ({
  ...{ email, email_scopes: null, proved_email: null, previous_email: null },
  ...fields,
})

describe('an address', () => {
  test.each([
    ['that nobody has proved', address(ADA), false],
    ['that was proved, in any case', address('Ada@Example.org', { proved_email: ADA }), true],
    ['in place of a proved one', address(OWN, { proved_email: ADA }), false],
    ['that is none', address(null, { proved_email: ADA }), false],
    ['that is none, nor ever was', address(null), false],
  ])('%s', (_what, given, proved) => {
    expect(isProved(given)).toBe(proved)
  })

  test.each([
    ['a proved one', address(ADA, { proved_email: ADA }), ADA],
    ['none before it is proved', address(ADA), null],
    ['the proved one of before', address(OWN, { proved_email: ADA, previous_email: ADA }), ADA],
    ['the one of before', address(OWN, { previous_email: ADA }), ADA],
    [
      'the one of before a proved one of somebody without the scope',
      address(OWN, {
        ...{ proved_email: OWN, previous_email: ADA, email_scopes: ['reservations.write'] },
      }),
      ADA,
    ],
    [
      'the one of before an intruder’s first one, which is proved',
      address('two@company.example', { proved_email: OWN, previous_email: ADA }),
      ADA,
    ],
    ['no proved one of somebody without the scope', address(OWN, { proved_email: OWN, email_scopes: [] }), null],
    [
      'a proved one of somebody with the scope',
      address(OWN, { proved_email: OWN, email_scopes: ['register.read'] }),
      OWN,
    ],
    ['the proved one of a stay that has none any longer', address(null, { proved_email: ADA }), ADA],
  ])('codes go to %s', (_what, given, to) => {
    expect(codeAddress(given, 'register.read')).toBe(to)
  })
})
