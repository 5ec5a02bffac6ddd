import { z } from 'zod'
import { PAYMENT_STATUS } from '../../platform/db/enums.ts'
import { amount, integerId, timestamp } from '../../platform/http/fields.ts'
import { STAY } from '../../reference/examples/demo.ts'

export const reservationParams = z.object({ id: integerId.describe('Id of the reservation') })

export const supplement = z
  .object({
    id: z.int().meta({ example: STAY }),
    label: z.string().meta({ example: 'Lit bébé' }),
    amount: amount.meta({ example: 15 }),
    currency: z.string().meta({ example: 'EUR' }),
    is_damage: z
      .boolean()
      .meta({ description: 'Charged to the card that is kept, in a bill of nothing else', example: false }),
    payment_status: z.enum(PAYMENT_STATUS).nullable().meta({ description: 'null: not billed yet' }),
    created_at: timestamp,
  })
  .meta({ id: 'Supplement' })
