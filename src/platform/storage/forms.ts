import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { AppError, type FieldMessageKey, invalid, tooLarge } from '../http/errors.ts'

/** The size limit of a picture: 5 MB. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** The longest text is a message of 5,000 characters, of which some need three bytes. */
const MAX_FIELD_BYTES = 20_000

/** Stands in a body for a file that is not taken: its schema says why, together with what is wrong with other fields. */
class RefusedFile {
  readonly reason: FieldMessageKey

  constructor(reason: FieldMessageKey) {
    this.reason = reason
  }
}

/** A file of a form as bytes; the OpenAPI document shows a binary string. */
export const fileOf = (wrongType: FieldMessageKey) =>
  z
    .custom<Uint8Array>((value) => value instanceof Uint8Array, {
      // Passwords are compared nevertheless.
      abort: false,
      error({ input }) {
        if (input === undefined) return 'required'
        return input instanceof RefusedFile ? input.reason : wrongType
      },
    })
    .meta({ type: 'string', format: 'binary' })

export const imageFile = fileOf('imageType')

export const forms = fp(async (app: FastifyInstance) => {
  await app.register(multipart, {
    // The plugin's own error for a file over its limit can come with a later part, which then has its field and status.
    throwFileSizeLimit: false,
    limits: { fileSize: MAX_IMAGE_BYTES, files: 1, fields: 40, fieldSize: MAX_FIELD_BYTES, parts: 41, headerPairs: 50 },
  })
})

/** Permitted contents of a form. */
interface FileRules {
  maxBytes: number
  /** Error for a larger file; without it the request is 413. */
  tooLarge?: FieldMessageKey
  /** True if a chosen file without content counts as a file, and not as absent. */
  keepEmpty: boolean
  /** True if the name of the file is wanted, as the field `<file>_name`. */
  keepName?: boolean
}

const PICTURE: FileRules = { maxBytes: MAX_IMAGE_BYTES, tooLarge: 'imageSize', keepEmpty: false }

/**
 * A `preValidation` hook that converts multipart/form-data to `request.body`: text fields to strings, the file
 * `fileField` to bytes. Empty fields count as absent.
 */
export function readForm(fileField: string, rules: FileRules = PICTURE) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.isMultipart()) throw new AppError('unsupportedMediaType')
    request.body = await readParts(request, fileField, rules).catch((error: unknown) => {
      // Errors of busboy for incomplete forms and missing boundaries have no status.
      throw error instanceof AppError || (error instanceof Error && 'statusCode' in error)
        ? error
        : new AppError('badRequest', { cause: error })
    })
  }
}

async function readParts(
  request: FastifyRequest,
  fileField: string,
  { maxBytes, tooLarge: refusal, keepEmpty, keepName = false }: FileRules,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge(MAX_FIELD_BYTES, 'bytes')
      if (part.value === '') continue
      body[part.fieldname] = part.fieldname === fileField ? new RefusedFile('notAFile') : part.value
      continue
    }
    const content = await part.toBuffer()
    // Browsers send a field without a file as a file without a name.
    const isFile = content.length > 0 || (keepEmpty && part.filename !== '')
    if (!isFile) continue
    if (part.fieldname !== fileField) throw invalid({ [part.fieldname]: 'unexpectedFile' })
    if (part.file.truncated && refusal === undefined) throw tooLarge(maxBytes, 'bytes')
    body[fileField] = part.file.truncated && refusal !== undefined ? new RefusedFile(refusal) : content
    if (keepName && part.filename) body[`${fileField}_name`] = part.filename
  }
  return body
}
