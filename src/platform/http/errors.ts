import { DEFAULT_LOCALE, type Locale, type Texts, texts } from '../locales/locales.ts'

export type ErrorCode = keyof Texts['errors']

/** The HTTP status of every refusal of this service. */
const STATUSES: Record<ErrorCode, number> = {
  validation: 400,
  badRequest: 400,
  badCells: 400,
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
  secondFactorRequired: 401,
  invalidChallenge: 401,
  wrongCode: 401,
  wrongPasskey: 401,
  passkeysUnconfigured: 503,
  emailUnverified: 403,
  notVerified: 403,
  signInAgain: 403,
  keyRefused: 403,
  scopeMissing: 403,
  accountRefused: 400,
  notInTeam: 403,
  ownStay: 403,
  notInvited: 403,
  secondFactorMissing: 403,
  notFound: 404,
  methodNotAllowed: 405,
  linkExpired: 403,
  mayNotWrite: 403,
  notReviewable: 409,
  reviewClosed: 409,
  conflict: 409,
  taken: 409,
  reservedDays: 409,
  closedDays: 409,
  ownerDaysReached: 409,
  hasReservations: 409,
  feedKnown: 409,
  endpointDisabled: 409,
  refreshedAlready: 409,
  mappingTaken: 409,
  propertyAssigned: 409,
  propertyMapped: 409,
  limitReached: 409,
  prefixTaken: 409,
  sellerInUse: 409,
  notConfirmed: 409,
  registerUnreadable: 409,
  taskOfDeparture: 409,
  tooManyPictures: 409,
  tooManySubscriptions: 409,
  tooManySupplements: 409,
  tooManyFeeds: 409,
  illegalMove: 409,
  requestClosed: 409,
  guestUnreachable: 409,
  guestHasAccount: 409,
  feedGone: 410,
  stayLinkOver: 410,
  noAddress: 409,
  arrivalLater: 409,
  arrivalUnpaid: 409,
  arrivalWithheld: 409,
  cancelAtChannel: 409,
  answerAtChannel: 409,
  changeAtChannel: 409,
  otherAccount: 409,
  differenceTooSmall: 409,
  cardRefused: 402,
  nothingToBill: 409,
  unpayable: 409,
  billTooSmall: 409,
  nothingPaid: 409,
  noDocument: 409,
  overRefund: 409,
  paymentDisputed: 409,
  moreThanDue: 409,
  cashNotAllowed: 409,
  partOfBill: 409,
  paymentInProgress: 409,
  entryClosed: 409,
  idempotencyMismatch: 409,
  idempotencyInProgress: 409,
  idempotencyAnswerLost: 409,
  cursorLost: 410,
  requestTimeout: 408,
  tooLarge: 413,
  unsupportedMediaType: 415,
  urlTooLong: 414,
  headersTooLarge: 431,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
  upgrading: 503,
  storageFull: 507,
  holdOver: 409,
  ownHome: 403,
  inquiryOnly: 409,
  tooManyHolds: 429,
  tooManyInquiries: 429,
  providerRefused: 502,
  providerUnavailable: 503,
}

/** The stable name of an error for programs: `tooManyHolds` is `too_many_holds` (docs/design/api.md, "Refusals"). Pure. */
export const codeOf = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The error with a stable name. Pure. */
export const errorNamed = (name: unknown): ErrorCode | undefined =>
  (Object.keys(STATUSES) as ErrorCode[]).find((code) => codeOf(code) === name)

/** Operations that refusals name in their texts, by their `operationId`: what was refused is done there. */
export const INSTEAD = {
  ownHome: 'closeDates',
  quoteExpired: 'createQuote',
  entryClosed: 'recordMoney',
  taskOfDeparture: 'updateTask',
  endpointDisabled: 'updateWebhookEndpoint',
  owesStays: 'cancelReservation',
} as const satisfies Partial<Record<ErrorCode, string>>

/** The same of problems of fields. */
export const FIELD_INSTEAD = {
  changeHere: 'changeReservation',
  cancelInstead: 'cancelReservation',
} as const satisfies Partial<Record<keyof Texts['fields'], string>>

const insteadOf = (table: Record<string, string>, key: string) =>
  Object.hasOwn(table, key) ? { instead: table[key] as string } : {}

/** The HTTP status of an error. Pure. */
export const statusOf = (code: ErrorCode): number => STATUSES[code]

/** Problem of one field of a request. */
export interface FieldProblem {
  /** The stable name of the problem for programs. */
  code: string
  /** The limit that the value breaks: characters, items, nights, or a number. */
  limit?: number
  /** The values that the field takes. */
  values?: readonly string[]
  /** The operation that takes it, by its `operationId`. */
  instead?: string
  text: (locale: Locale) => string
}

export type FieldMessageKey = keyof Texts['fields']

/** A problem of a field with the text of src/platform/locales. Pure. */
export function fieldProblem(
  key: FieldMessageKey,
  { limit, values }: Pick<FieldProblem, 'limit' | 'values'> = {},
): FieldProblem {
  return {
    code: codeOf(key),
    ...(limit === undefined ? {} : { limit }),
    ...(values === undefined ? {} : { values }),
    ...insteadOf(FIELD_INSTEAD, key),
    text(locale) {
      const { fields, tag } = texts(locale)
      const text = fields[key]
      if (typeof text === 'string') return text
      return text({
        limit: limit === undefined ? '' : new Intl.NumberFormat(tag).format(limit),
        values: values?.join(', ') ?? '',
      })
    },
  }
}

export const isFieldMessageKey = (key: string): key is FieldMessageKey =>
  Object.hasOwn(texts(DEFAULT_LOCALE).fields, key)

/** The codes of problems of fields: those of their texts, and the rules of a home that a stay breaks. */
export const FIELD_CODES: readonly string[] = [
  ...new Set([
    ...Object.keys(texts(DEFAULT_LOCALE).fields).map(codeOf),
    ...Object.keys(texts(DEFAULT_LOCALE).violations),
  ]),
].toSorted()

export type FieldProblems = Record<string, FieldProblem[]>

/** The errors that handlers throw; src/platform/plugins/errors.ts renders them. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** `data` of the body; can depend on the language. */
  readonly data: ((locale: Locale) => unknown) | undefined
  /** Problems of the fields of a request; their texts are the `data` of the body. */
  readonly fields: FieldProblems | undefined
  /** Extra fields of the body. */
  readonly more: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    options: {
      data?: (locale: Locale) => unknown
      fields?: FieldProblems
      more?: Record<string, unknown>
      headers?: Record<string, string>
      /** Status of the specification, if it differs from that of the code. */
      status?: number
      cause?: unknown
    } = {},
  ) {
    // The log is in English.
    super(texts('en').errors[code], { cause: options.cause })
    this.code = code
    this.status = options.status ?? STATUSES[code]
    this.data = options.data
    this.fields = options.fields
    this.more = { ...insteadOf(INSTEAD, code), ...options.more }
    this.headers = options.headers ?? {}
  }

  text(locale: Locale): string {
    return texts(locale).errors[this.code]
  }
}

/** 413 with the limit and what it counts. */
export const tooLarge = (
  limit: number,
  unit: 'bytes' | 'values' | 'levels' | 'rows' | 'days' | 'days_of_home',
): AppError => new AppError('tooLarge', { data: () => ({ limit, unit }) })

/** 400 with the problems of each field: `invalid({ email: 'emailTaken' })`. */
export function invalid(fields: Record<string, FieldMessageKey | FieldProblem | FieldProblem[]>): AppError {
  return new AppError('validation', {
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, problem]) => [
        field,
        typeof problem === 'string' ? [fieldProblem(problem)] : [problem].flat(),
      ]),
    ),
  })
}
