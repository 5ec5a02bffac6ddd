import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { AppError, invalid } from '../http/errors.ts'

/** The size limit of a picture: 5 MB. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** A picture of a form as bytes; the OpenAPI document shows a binary string. */
export const imageFile = z.instanceof(Uint8Array, { error: 'imageType' }).meta({ type: 'string', format: 'binary' })

export const forms = fp(async (app: FastifyInstance) => {
  await app.register(multipart, {
    limits: { fileSize: MAX_IMAGE_BYTES, files: 1, fields: 40, fieldSize: 10_000, parts: 41, headerPairs: 50 },
  })
})

/**
 * A `preValidation` hook that converts multipart/form-data to `request.body`: text fields to strings, the file
 * `fileField` to bytes. Empty fields count as absent.
 */
export function readForm(fileField: string) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.isMultipart()) throw new AppError('unsupportedMediaType')
    request.body = await readParts(request, fileField).catch((error: unknown) => {
      // Errors of busboy for incomplete forms and missing boundaries have no status.
      throw error instanceof AppError || (error instanceof Error && 'statusCode' in error)
        ? error
        : new AppError('badRequest', { cause: error })
    })
  }
}

async function readParts(request: FastifyRequest, fileField: string): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.value !== '' && part.fieldname !== fileField) body[part.fieldname] = part.value
      continue
    }
    const content = await part.toBuffer().catch((cause: unknown) => {
      throw part.file.truncated ? invalid({ [part.fieldname]: 'imageSize' }) : cause
    })
    if (part.fieldname === fileField && content.length > 0) body[fileField] = content
  }
  return body
}
