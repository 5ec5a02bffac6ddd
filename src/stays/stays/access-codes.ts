import { z } from 'zod'

/** Whether a stay has a code, and one for its present home and days; `access_code_state` in SQL. */
export const ACCESS_CODE_STATES = ['none', 'set', 'stale'] as const

export const accessCodeState = z.object({ state: z.enum(ACCESS_CODE_STATES).meta({ example: 'set' }) }).meta({
  id: 'AccessCodeState',
  description: 'Whether there is a code for the door; `stale`: the home or the days have changed since it was set',
})
