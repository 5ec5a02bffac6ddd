import { STATUS_CODES } from 'node:http'
import { type FailureStatus, failure, USUAL } from '../http/envelope.ts'
import { AppError, codeOf, type ErrorCode, errorNamed, fieldProblem } from '../http/errors.ts'
import { pascalCase } from '../lib/text.ts'
import { DEFAULT_LOCALE } from '../locales/locales.ts'
import type { OpenApiDocument, Operation, Response, Schema } from './document.ts'
import type { Compose } from './examples.ts'
import { headersOfRefusal } from './headers.ts'

/** Meaning of each refusal for a client, and the error whose text is its example. */
const REFUSALS: Record<string, [ErrorCode, description: string]> = {
  400: ['validation', 'Invalid request; for validation errors, `data` maps each field to its messages'],
  401: ['invalidToken', 'No valid token or account'],
  402: ['cardRefused', 'The bank declined the card; `data.reason` says why'],
  403: ['forbidden', 'Not allowed for this account'],
  404: ['notFound', 'Not found, or not visible to the caller'],
  409: ['conflict', 'Not possible in the current state'],
  410: ['cursorLost', 'No longer kept'],
  413: ['tooLarge', 'The content is too large'],
  415: ['unsupportedMediaType', 'Unsupported content type'],
  429: ['tooManyRequests', 'Too many requests or open items; `Retry-After` says how long to wait'],
  500: ['internal', 'Internal error'],
  502: ['providerRefused', 'The payment provider refused'],
  503: ['unavailable', 'A dependency is unavailable or not configured'],
  507: ['storageFull', 'The storage is full; nothing was stored'],
}

const ENVELOPE = { $ref: '#/components/schemas/Failure' }

/** Placeholder in the schema of a route that refuses unknown fields until its refusals are described. */
export const STRICT = 'x-strict'

/** Refusals of content that come before the operation itself, and also where no body is expected. */
const OF_CONTENT = [400, 413, 415] as const
const METHODS_WITH_CONTENT = ['post', 'put', 'patch']

export const isRefusal = (status: string): boolean => Object.hasOwn(REFUSALS, status)

/** `NotFound` for the usual codes of a status, else what there is beside them: `NotVerified`, `TakenOrUnpayable`. */
function nameOf(status: string, response: Response): string {
  const usual: unknown[] = USUAL[Number(status) as FailureStatus].map(codeOf)
  const own = (codesOf(response) ?? []).filter((code) => !usual.includes(code)).map(String)
  return own.map(pascalCase).join('Or') || (STATUS_CODES[status]?.replaceAll(/\W/g, '') ?? status)
}

/** Describes the refusals of all operations, and keeps those in the envelope in one place each. */
export function shareRefusals({ paths, components }: OpenApiDocument, compose: Compose): void {
  const shared: Record<string, Response> = {}
  for (const [method, operation] of Object.values(paths).flatMap(Object.entries<Operation>)) {
    addRefusalsOfContent(method, operation)
    if (operation[STRICT]) operation.responses[400] ??= usualRefusal(400)
    delete operation[STRICT]
    addRefusalsOfKeys(operation)
    addRefusalsOfGrants(operation)
    for (const [status, response] of Object.entries(operation.responses).filter(([status]) => isRefusal(status))) {
      const described = describeRefusal(status, response, compose)
      // Those of /auth/refresh are of their own.
      if (response.content?.['application/json']?.schema?.properties?.error) {
        operation.responses[status] = described
        continue
      }
      const name = nameOf(status, response)
      shared[name] = described
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  components.responses = shared
}

/** Description of repeated requests for an operation with an `Idempotency-Key`. */
const OF_KEYS: ErrorCode[] = ['idempotencyMismatch', 'idempotencyInProgress', 'idempotencyAnswerLost']

function addRefusalsOfKeys({ parameters = [], responses }: Operation): void {
  if (!parameters.some(({ name }) => name === 'idempotency-key')) return
  const known = responses[409] && codesOf(responses[409])
  const code = { enum: [...(known ?? []), ...OF_KEYS.map(codeOf)] }
  responses[409] = { content: { 'application/json': { schema: { properties: { code } } } } }
}

/** Every operation can be sent an API key or a `Sejour-Account` that is not valid, or that may not do this. */
function addRefusalsOfGrants({ responses }: Operation): void {
  for (const status of [400, 401, 403] as const) responses[status] ??= usualRefusal(status)
}

function usualRefusal(status: FailureStatus): Response {
  const code = { enum: USUAL[status].map(codeOf) }
  return { content: { 'application/json': { schema: { properties: { code } } } } }
}

const codesOf = ({ content }: Response): unknown[] | undefined =>
  content?.['application/json']?.schema?.properties?.code?.enum

/** True if the refusal says nothing but what any operation with this status does. */
function isUsual(status: string, response: Response): boolean {
  const usual: string[] = USUAL[Number(status) as FailureStatus].map(codeOf)
  return codesOf(response)?.join() === usual.join()
}

function addRefusalsOfContent(method: string, { requestBody, responses }: Operation): void {
  if (requestBody === undefined && !METHODS_WITH_CONTENT.includes(method)) return
  for (const status of OF_CONTENT) responses[status] ??= usualRefusal(status)
}

/** Fields of a refusal beside the envelope. */
const moreOf = ({ properties = {} }: Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !Object.hasOwn(failure.shape, name)))

function describeRefusal(status: string, response: Response, compose: Compose): Response {
  const [usual, description] = REFUSALS[status] ?? ['internal', '']
  const given = response.content?.['application/json']?.schema
  const codes = codesOf(response)
  const more = moreOf(given ?? {})
  // A refusal of the operation's own says more than the usual ones.
  const code = isUsual(status, response) ? usual : (errorNamed(codes?.at(-1)) ?? usual)
  const text = new AppError(code).text(DEFAULT_LOCALE)
  const fields = {
    data: { email: [fieldProblem('emailTaken').text(DEFAULT_LOCALE)] },
    errors: { email: [{ code: 'email_taken' }] },
  }
  const example = given?.properties?.error
    ? { error: text, code: codeOf(code) }
    : {
        ...{ success: false, message: text, code: codeOf(code) },
        ...(code === 'validation' ? fields : {}),
        ...Object(compose({ properties: more }, [])),
      }
  const schema = given?.properties?.error
    ? given
    : { allOf: [ENVELOPE, { type: 'object', properties: { code: { type: 'string', enum: codes }, ...more } }] }
  return {
    description,
    headers: headersOfRefusal(status, codes),
    content: { 'application/json': { schema, example } },
  }
}
