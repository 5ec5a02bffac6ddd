import type { components, operations } from './generated/api.js'

type CodeIn<Answer> = Answer extends { content: { 'application/json': { code: infer Code extends string } } }
  ? Code
  : never

/** The codes of the refusals of an operation, e.g. `ErrorCode<'createReservation'>`; of all of them by default. */
export type ErrorCode<Name extends keyof operations = keyof operations> = {
  [N in Name]: {
    [S in keyof operations[N]['responses']]: CodeIn<operations[N]['responses'][S]>
  }[keyof operations[N]['responses']]
}[Name]

/** Problem of a field. */
export interface FieldError {
  code: string
  limit?: number
  values?: readonly string[]
}

/** A refusal of the service. Codes are added: have a sentence ready for one that you do not know (`message` is one). */
export class SejourError<Code extends string = ErrorCode> extends Error {
  override name = 'SejourError'
  /** undefined: the answer is not one of the service's, but of a proxy for example. */
  readonly code: Code | undefined
  readonly status: number
  /** The wrong fields of a request. */
  readonly fields: Readonly<Record<string, readonly FieldError[]>>
  /** Problems of the fields, as sentences. */
  readonly sentences: Readonly<Record<string, readonly string[]>>
  /** Seconds after which the request can be repeated, when the service names them. */
  readonly retryAfter: number | undefined
  /** With `second_factor_required`: data to complete the sign-in. */
  readonly secondFactor: components['schemas']['SecondFactorAsked'] | undefined
  /** Names the request in the log of the service. */
  readonly requestId: string | null

  constructor(
    { status, headers }: Response,
    refusal: {
      message?: string
      code?: Code
      errors?: Record<string, FieldError[]>
      data?: Record<string, string[]>
      second_factor?: components['schemas']['SecondFactorAsked']
    },
  ) {
    super(refusal.message ?? `The service answered ${status}`)
    this.code = refusal.code
    this.status = status
    this.fields = refusal.errors ?? {}
    this.sentences = refusal.errors === undefined ? {} : (refusal.data ?? {})
    this.retryAfter = Number(headers.get('retry-after')) || undefined
    this.secondFactor = refusal.second_factor
    this.requestId = headers.get('x-request-id')
  }
}

/** True if something thrown is a refusal with one of these codes. */
export const isRefused = <Code extends ErrorCode>(error: unknown, ...codes: Code[]): error is SejourError<Code> =>
  error instanceof SejourError && codes.includes(error.code)

/** Response or refusal of an operation, as openapi-fetch returns it. */
interface Answer<Body> {
  data?: Body
  error?: unknown
  response: Response
}

/** The body of an answer: `data`, `message`, and of lists `meta`. @throws SejourError for a refusal */
export function bodyOf<Body>({ data, error, response }: Answer<Body>): Body {
  if (data !== undefined) return data
  throw new SejourError(response, typeof error === 'object' && error !== null ? error : {})
}

/** The `data` of an answer. @throws SejourError for a refusal */
export const dataOf = <Data>(answer: Answer<{ data: Data }>): Data => bodyOf(answer).data
