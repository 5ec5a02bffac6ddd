import { z } from 'zod'

/** True if a stay has a code, and one for its present home and days; `access_code_state` in SQL. */
export const codeState = z.enum(['none', 'set', 'stale']).meta({
  id: 'AccessCodeState',
  description: 'Whether there is a code for the door; `stale`: the home or the days have changed since it was set',
  example: 'set',
})

export const accessCodeState = z.object({ state: codeState }).meta({ id: 'AccessCodeOfStay' })
