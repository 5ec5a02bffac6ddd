import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { failures } from '../http/envelope.ts'
import { AppError } from '../http/errors.ts'
import { ping } from './ping.ts'

const status = z.object({ status: z.literal('ok') })

/** /health/live (the process) and /health/ready (the process and its database). */
export const operations: FastifyPluginAsyncZod = async (app) => {
  const unlimited = { rateLimit: false as const }
  app.get(
    '/health/live',
    {
      config: unlimited,
      exposeHeadRoute: true,
      schema: {
        tags: ['operations'],
        operationId: 'checkLiveness',
        summary: 'The process answers',
        response: { 200: status, ...failures() },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/health/ready',
    {
      config: unlimited,
      exposeHeadRoute: true,
      schema: {
        tags: ['operations'],
        operationId: 'checkReadiness',
        summary: 'The service can serve: its database answers',
        response: { 200: status, ...failures(503) },
      },
    },
    async () => {
      if (app.leaving) throw new AppError('unavailable')
      await ping(app.db).catch((cause: unknown) => {
        throw new AppError('unavailable', { cause, headers: { 'retry-after': '5' } })
      })
      return { status: 'ok' as const }
    },
  )
}
