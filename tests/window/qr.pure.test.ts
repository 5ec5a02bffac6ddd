import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from '../../clients/window/src/qr.ts'

/** Hashes of codes that a reader of another make has read back (jsQR 1.4.0). */
test.for([
  ['short', 'otpauth://totp/a', 21, '0ccb7902f4a56e472c3162322da617b1db781bcd'],
  ['long', `otpauth://totp/S%C3%A9jour:${'é'.repeat(100)}`, 53, '8e5216c080126d000c0fd10f484f32fee26bd6ec'],
] as const)('a code of a %s address has the modules that readers read', ([, text, size, modules]) => {
  const code = qrCode(text)
  expect(code.size).toBe(size)
  expect(hash('sha1', code.path)).toBe(modules)
})
