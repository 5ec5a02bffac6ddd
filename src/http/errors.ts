import { DEFAULT_LOCALE, type Locale, type Texts, texts } from '../locales/locales.ts'

export type ErrorCode = keyof Texts['errors']

/** The HTTP status of every refusal of this service. */
const STATUSES: Record<ErrorCode, number> = {
  validation: 400,
  badRequest: 400,
  badSignature: 400,
  invalidVerification: 400,
  invalidReset: 400,
  invalidUndo: 400,
  undoTaken: 409,
  owesStays: 409,
  quoteExpired: 409,
  oauthState: 400,
  oauthDenied: 400,
  oauthNoEmail: 400,
  oauthUnlinked: 409,
  oauthUnconfigured: 503,
  oauthUnavailable: 503,
  badSecret: 401,
  unauthenticated: 401,
  invalidToken: 401,
  badCredentials: 401,
  forbidden: 403,
  emailUnverified: 403,
  notVerified: 403,
  notFound: 404,
  methodNotAllowed: 405,
  linkExpired: 403,
  mayNotWrite: 403,
  notReviewable: 409,
  reviewClosed: 409,
  conflict: 409,
  taken: 409,
  reservedDays: 409,
  hasReservations: 409,
  feedKnown: 409,
  mappingTaken: 409,
  limitReached: 409,
  tooManySubscriptions: 409,
  tooManySupplements: 409,
  tooManyFeeds: 409,
  illegalMove: 409,
  cancelAtChannel: 409,
  cardRefused: 402,
  nothingToBill: 409,
  unpayable: 409,
  billTooSmall: 409,
  nothingPaid: 409,
  overRefund: 409,
  idempotencyMismatch: 409,
  idempotencyInProgress: 409,
  idempotencyAnswerLost: 409,
  requestTimeout: 408,
  tooLarge: 413,
  unsupportedMediaType: 415,
  urlTooLong: 414,
  headersTooLarge: 431,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  storageFull: 507,
  holdOver: 409,
  ownHome: 403,
  inquiryOnly: 409,
  tooManyHolds: 429,
  tooManyInquiries: 429,
  providerRefused: 502,
  providerUnavailable: 503,
}

export type FieldErrors = Record<string, string[]>

/** The errors that handlers throw; src/plugins/errors.ts renders them. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** `data` of the body, such as field messages; can depend on the language. */
  readonly data: ((locale: Locale) => unknown) | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    options: { data?: (locale: Locale) => unknown; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    // The log is in English.
    super(texts('en').errors[code], { cause: options.cause })
    this.code = code
    this.status = STATUSES[code]
    this.data = options.data
    this.headers = options.headers ?? {}
  }

  text(locale: Locale): string {
    return texts(locale).errors[this.code]
  }
}

export type FieldMessageKey = keyof Texts['fields']

export const fieldMessage = (key: FieldMessageKey, locale: Locale): string => texts(locale).fields[key]

export const isFieldMessageKey = (key: string): key is FieldMessageKey =>
  Object.hasOwn(texts(DEFAULT_LOCALE).fields, key)

/** 400 with one message per field: `invalid({ email: 'emailTaken' })`. */
export function invalid(fields: Record<string, FieldMessageKey | ((locale: Locale) => string)>): AppError {
  return new AppError('validation', {
    data: (locale) =>
      Object.fromEntries(
        Object.entries(fields).map(([field, message]) => [
          field,
          [typeof message === 'string' ? fieldMessage(message, locale) : message(locale)],
        ]),
      ),
  })
}
