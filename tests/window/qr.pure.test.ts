import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from '../../clients/window/src/qr.ts'

/** Hashes of codes that a reader of another make has read back (jsQR 1.4.0). */
test.for([
  ['short', 'otpauth://totp/a', 21, '368467fca80fc4805217d4d7385e36a223006b45'],
  [
    'of several blocks, with a version',
    `otpauth://totp/S%C3%A9jour:${'é'.repeat(100)}`,
    53,
    'c212696771e82642180861e3f5b598020ce4fbbe',
  ],
] as const)('a code of an address that is %s has the modules that readers read', ([, text, size, modules]) => {
  const code = qrCode(text)
  expect(code?.size).toBe(size)
  expect(hash('sha1', code?.path ?? '')).toBe(modules)
})

test('a text that is too long has none', () => {
  expect(qrCode('x'.repeat(521))).toBeUndefined()
})
