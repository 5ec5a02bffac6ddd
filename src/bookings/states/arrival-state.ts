import { z } from 'zod'
import { timestamp } from '../../platform/http/fields.ts'
import { inDays } from '../../reference/examples/demo.ts'

/** States of an arrival for its guest. */
export const shownState = z.enum(['open', 'later', 'unpaid', 'withheld', 'over']).meta({
  id: 'ArrivalState',
  description:
    '`open`: the guest sees it; `later`: from `opens_at`; `unpaid`: an amount is overdue; `withheld`: by the company; `over`: not confirmed, or departed',
  example: 'open',
})

/** The arrival of a stay without what it says. */
export const arrivalOfStay = z
  .object({
    state: shownState.exclude(['over']).meta({ description: 'As in `ArrivalState`', example: 'later' }),
    opens_at: timestamp.meta({ example: `${inDays(118)}T14:00:00.000Z` }),
  })
  .meta({ id: 'ArrivalOfStay' })
