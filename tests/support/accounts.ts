import { PASSWORD, type TestApp, type TestUser } from './app.ts'

/** Registrations, logins, and what mails to an account have. */

/** The fields of a registration. */
export const REGISTRATION = {
  username: 'grace',
  first_name: 'Grace',
  last_name: 'Hopper',
  country_id: 'US',
  email: 'grace@example.org',
  phone: '+1 212-555-0100',
  password: 'cobol60',
  password_confirmation: 'cobol60',
}

export const register = (t: TestApp, changes: Record<string, string | Blob> = {}) =>
  t.form('/auth/register', { ...REGISTRATION, ...changes })

export const login = (t: TestApp, name: string, password = PASSWORD) =>
  t.call('POST', '/auth/login', { login: name, password })

/** The code in a mail. */
export const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''

/** The secret of the link in a mail. */
export const linkIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

/** Erases an account, as its user; the status of the answer. */
export const erase = async (t: TestApp, user: TestUser) =>
  (await t.call('DELETE', '/user', { current_password: PASSWORD }, user)).status
