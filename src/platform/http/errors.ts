import {
  codeOf,
  contribute,
  type ErrorCode,
  errorCodes,
  FIELD_CODES,
  type FieldMessageKey,
  fieldTextOf,
  refusalOf,
} from '../locales/contributed.ts'
import { type Locale, texts } from '../locales/locales.ts'
import { refusals as http } from './refusals.ts'

contribute({ http })

export { codeOf, type ErrorCode, FIELD_CODES, type FieldMessageKey }

/** The error with a stable name. Pure. */
export const errorNamed = (name: unknown): ErrorCode | undefined => errorCodes().find((code) => codeOf(code) === name)

const instead = { errors: new Map<string, string>(), fields: new Map<string, string>() }

/** Adds operations that refusals name in their texts, by their `operationId`: what was refused is done there. */
export function contributeInstead(
  errors: Partial<Record<ErrorCode, string>>,
  fields: Partial<Record<FieldMessageKey, string>>,
): void {
  for (const [code, operation] of Object.entries(errors)) instead.errors.set(code, operation)
  for (const [key, operation] of Object.entries(fields)) instead.fields.set(key, operation)
}

const insteadOf = (operations: Map<string, string>, key: string) => {
  const operation = operations.get(key)
  return operation === undefined ? {} : { instead: operation }
}

/** The HTTP status of an error. Pure. */
export const statusOf = (code: ErrorCode): number => refusalOf(code).status

/** Problem of one field of a request. */
export interface FieldProblem {
  /** The stable name of the problem for programs. */
  code: string
  /** The limit that the value breaks: characters, items, days, or a number. */
  limit?: number
  /** The values that the field takes. */
  values?: readonly string[]
  /** The operation that takes it, by its `operationId`. */
  instead?: string
  text: (locale: Locale) => string
}

/** A problem of a field with the text of its module. Pure. */
export function fieldProblem(
  key: FieldMessageKey,
  { limit, values }: Pick<FieldProblem, 'limit' | 'values'> = {},
): FieldProblem {
  return {
    code: codeOf(key),
    ...(limit === undefined ? {} : { limit }),
    ...(values === undefined ? {} : { values }),
    ...insteadOf(instead.fields, key),
    text(locale) {
      const { tag } = texts(locale)
      const text = fieldTextOf(key)?.[locale] ?? key
      if (typeof text === 'string') return text
      return text({
        limit: limit === undefined ? '' : new Intl.NumberFormat(tag).format(limit),
        values: values?.join(', ') ?? '',
      })
    },
  }
}

export const isFieldMessageKey = (key: string): key is FieldMessageKey => fieldTextOf(key) !== undefined

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
  private readonly after: ((locale: Locale) => string) | undefined

  constructor(
    code: ErrorCode,
    options: {
      data?: (locale: Locale) => unknown
      fields?: FieldProblems
      more?: Record<string, unknown>
      headers?: Record<string, string>
      /** A sentence after that of the code. */
      after?: (locale: Locale) => string
      /** Status of the specification, if it differs from that of the code. */
      status?: number
      cause?: unknown
    } = {},
  ) {
    // The log is in English.
    super(refusalOf(code).en, { cause: options.cause })
    this.code = code
    this.status = options.status ?? statusOf(code)
    this.data = options.data
    this.fields = options.fields
    this.more = { ...insteadOf(instead.errors, code), ...options.more }
    this.headers = options.headers ?? {}
    this.after = options.after
  }

  text(locale: Locale): string {
    const text = refusalOf(this.code)[locale]
    return this.after ? `${text} ${this.after(locale)}` : text
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

declare module '../locales/contributed.ts' {
  interface Contributed {
    http: typeof http
  }
}
