import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BookingsContext } from '../context.ts'
import { forgetCards } from './cards.ts'

/** Forgets the cards of stays thirty days after departure, and of those that do not take place. */
export const forgetOldCards = defineJob({
  name: 'agreements.forget-cards',
  payload: z.object({}),
  schedule: '23 * * * *',
  async run(context: BookingsContext) {
    const over = await queries.agreements.listOver(context.db, {})
    for (const { id } of over) {
      if (context.stopping) return
      await transaction(context.db, (tx) => forgetCards(context, tx, [id]))
    }
  },
})
