import { timingSafeEqual } from 'node:crypto'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/lib/network.ts'
import { hashCode, hashSecret } from './passwords.ts'
import { normalizePhone } from './schemas.ts'

/** Failures of one address on one account in a quarter of an hour. */
const MAX_FAILURES = 10
/** Failures from any address on one account in a quarter of an hour. */
const MAX_ACCOUNT_FAILURES = 50

export const MINUTE_SECONDS = 60
export const QUARTER_SECONDS = 900
export const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 86_400
/** Wrong codes of one account for one purpose, over all its codes. */
const MAX_WRONG_CODES_A_DAY = 15
/** Mails with a code to one address, for one purpose. */
const MAX_MAILS_AN_HOUR = 5

/** Mails with news to one address in a day; what is beyond stays news on the service. */
export const MAX_NEWS_A_DAY = 100

/** The purpose of a mailed code. */
type CodePurpose = 'reset' | 'verification' | 'stay'

export interface LoginTry {
  /** The caller's IP address. */
  ip: string
  /** The e-mail address, phone number or username as entered. */
  login: string
  /** The account of the login; undefined for an unknown one. */
  userId: number | undefined
}

/**
 * Counts a login attempt in the database before the password is checked, so that concurrent attempts and all nodes add
 * up. Counters: the account with the address; and the account alone, with a higher limit, against many addresses. The
 * second does not apply to addresses that have logged in to the account before, so others cannot lock out its owner
 * there. The rate limit per address limits guessing across accounts (docs/security.md, "Guessing").
 * @throws AppError 429 with the seconds to wait.
 */
export async function countLogin(db: Queryable, attempt: LoginTry): Promise<void> {
  const counted = await queries.auth.countLogin(db, {
    account: accountKey(attempt),
    address: networkOf(attempt.ip),
    user_id: attempt.userId,
    own_limit: MAX_FAILURES,
    account_limit: MAX_ACCOUNT_FAILURES,
  })
  const wait = counted?.wait_seconds
  if (wait != null) throw tooManyRequests(wait)
}

/** 429 with the seconds to wait. */
export const tooManyRequests = (seconds: number): AppError =>
  new AppError('tooManyRequests', { headers: { 'retry-after': String(seconds) } })

/** Counted attempts, with their limits within a window. */
interface Attempts {
  key: string
  limit: number
  seconds: number
  /** Tries that it counts as; 1 by default. */
  amount?: number
}

/** Counts an attempt. @throws AppError 429 when there are more than `limit` within `seconds`. */
export async function countOrRefuse(db: Queryable, attempts: Attempts): Promise<void> {
  const wait = await countWithin(db, attempts)
  if (wait > 0) throw tooManyRequests(wait)
}

/** Counts an attempt. Returns 0, or the seconds to wait when there are more than `limit` within `seconds`. */
export async function countWithin(db: Queryable, { key, limit, seconds, amount = 1 }: Attempts): Promise<number> {
  const counted = await queries.auth.countAttempt(db, { key, seconds, amount })
  return counted.count > limit ? counted.wait_seconds : 0
}

/** True if another attempt would be one too many; counts nothing. */
export const isOverLimit = async (
  db: Queryable,
  { key, limit, amount = 1 }: Omit<Attempts, 'seconds'>,
): Promise<boolean> => (await queries.auth.findAttempts(db, { key })).count + amount > limit

/** Counts nothing. @throws AppError 429 when another attempt would be one too many. */
export async function assertRoom(db: Queryable, { key, limit }: Pick<Attempts, 'key' | 'limit'>): Promise<void> {
  const { count, wait_seconds } = await queries.auth.findAttempts(db, { key })
  if (count + 1 > limit) throw tooManyRequests(wait_seconds)
}

/**
 * Counts guesses before they are compared, so that concurrent ones add up. Those that are refused are subtracted again: nobody has compared them.
 * @throws AppError 429 when there are too many in one of the windows.
 */
export async function countGuess(db: Queryable, windows: Attempts[]): Promise<void> {
  const counted: string[] = []
  for (const window of windows) {
    const wait = await countWithin(db, window)
    counted.push(window.key)
    if (wait === 0) continue
    for (const key of counted) await forgiveAttempt(db, key)
    throw tooManyRequests(wait)
  }
}

/** True if this is the first of its kind within an hour, on all nodes together. */
export const isFirstOfHour = async (db: Queryable, key: string): Promise<boolean> =>
  (await countWithin(db, { key, limit: 1, seconds: HOUR_SECONDS })) === 0

/** Subtracts an attempt that does not count after all. */
export const forgiveAttempt = (db: Queryable, key: string): Promise<void> => queries.auth.uncountAttempt(db, { key })

/** Counts a mail to an address. Returns 0, or the seconds to wait after five mails of one purpose in an hour. */
export const countMail = (db: Queryable, purpose: CodePurpose, address: string): Promise<number> =>
  countWithin(db, { key: `${purpose}-mail ${address.toLowerCase()}`, limit: MAX_MAILS_AN_HOUR, seconds: HOUR_SECONDS })

const newsKey = (address: string): string => `news mailed to ${address.toLowerCase()}`

/**
 * Counts mails with news for their addresses, whichever accounts or stays they concern, and sends them. `full`: the addresses that have had
 * those of the day. Mails whose sending fails do not count: they are tried again.
 */
export async function countNews<T>(
  db: Queryable,
  addresses: string[],
  send: (full: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  if (addresses.length === 0) return send(new Set())
  const keys = addresses.map(newsKey)
  const over = await queries.auth.countAttempts(db, { keys, seconds: DAY_SECONDS, limit: MAX_NEWS_A_DAY })
  const full = new Set(over.map(({ key }) => key))
  try {
    return await send(new Set(addresses.filter((address) => full.has(newsKey(address)))))
  } catch (error) {
    for (const key of keys) await forgiveAttempt(db, key)
    throw error
  }
}

/** A mailed code that can still be entered, whose row is locked. */
interface MailedCode {
  user_id: number
  code_hash: Uint8Array
  counter: string
}

/** A code that somebody has entered for an address. */
export interface CodeTry {
  email: string
  code: string
  /** The caller's IP address. */
  ip: string
}

/** Statements of the codes of one purpose. */
interface MailedCodes<Code extends MailedCode> {
  purpose: Exclude<CodePurpose, 'stay'>
  lock(tx: Transaction, asked: { email: string; address: string }): Promise<Code | undefined>
  countWrong(tx: Transaction, of: { user_id: number | undefined }): Promise<unknown>
}

/**
 * Finds the mailed code that somebody has entered, if it is right. Its row is locked, so that concurrent tries are counted one after another.
 * Only wrong ones are counted. Addresses that have logged in to the account before are counted apart, so that others cannot take its recovery from its owner.
 * A wrong code of an account and any code of an unknown address take the same statements, and both write.
 */
export async function enteredCode<Code extends MailedCode>(
  tx: Transaction,
  { purpose, lock, countWrong }: MailedCodes<Code>,
  { email, code, ip }: CodeTry,
): Promise<Code | undefined> {
  const mailed = await lock(tx, { email, address: networkOf(ip) })
  const counter = mailed?.counter ?? `${purpose}-code ?${hashSecret(email.toLowerCase()).toString('base64url')}`
  const given = hashCode(mailed?.user_id ?? 0, code)
  const outcome = await compareCode(tx, counter, { expected: mailed?.code_hash ?? NO_CODE, given })
  if (outcome === 'wrong') await countWrong(tx, { user_id: mailed?.user_id })
  return outcome === 'right' ? mailed : undefined
}

/** The hash of a code that nobody was mailed. */
const NO_CODE = hashSecret('no code')

/**
 * Compares the hash of a code with the expected one, and counts a wrong one; after fifteen of a counter in a day nothing is compared. The caller
 * has locked the row of the code.
 */
export async function compareCode(
  tx: Transaction,
  counter: string,
  { expected = NO_CODE, given }: { expected: Uint8Array | undefined; given: Uint8Array },
): Promise<'right' | 'wrong' | 'refused'> {
  if (await isOverLimit(tx, { key: counter, limit: MAX_WRONG_CODES_A_DAY })) return 'refused'
  if (timingSafeEqual(expected, given)) return 'right'
  await countWithin(tx, { key: counter, limit: MAX_WRONG_CODES_A_DAY, seconds: DAY_SECONDS })
  return 'wrong'
}

/** Subtracts an attempt whose password was correct. */
export async function forgiveLogin(db: Queryable, attempt: LoginTry): Promise<void> {
  await queries.auth.forgiveLogin(db, { account: accountKey(attempt), address: networkOf(attempt.ip) })
}

/** Exempts an address from the limit of the account alone: its user has logged in or reset the password there. */
export async function rememberAddress(db: Queryable, userId: number, ip: string): Promise<void> {
  await queries.auth.upsertLoginAddress(db, { user_id: userId, address: networkOf(ip) })
}

/** The key of an account, for every spelling. An unknown login is hashed, because people enter passwords there. */
function accountKey({ login, userId }: LoginTry): string {
  if (userId !== undefined) return `login ${userId}`
  const phone = normalizePhone(login)
  const spelling = /^\+?\d{6,15}$/.test(phone) ? phone : login.normalize('NFKC').toLowerCase()
  return `login ?${hashSecret(spelling).toString('base64url')}`
}
