import { URI } from 'otpauth'
import type { TestApp, TestUser } from './app.ts'

/** The code of an authenticator, so many steps of 30 seconds from now. */
export const codeOf = (uri: string, steps = 0): string =>
  URI.parse(uri).generate({ timestamp: Date.now() + steps * 30_000 })

/** Gives an account an authenticator. `used` is the code that is used up by it. */
export async function enrol(t: TestApp, user: TestUser) {
  const { uri } = (await t.call('POST', '/auth/second-factor/totp', undefined, user)).body.data
  const used = codeOf(uri)
  const confirmed = await t.call('POST', '/auth/second-factor/totp/confirm', { code: used }, user)
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
  return {
    user: { ...user, token: String(confirmed.body.data.token) },
    uri: String(uri),
    used,
    recovery: confirmed.body.data.recovery_codes as string[],
  }
}
