import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  { table: 'template_sendings', deleteSome: ({ db }) => queries.messageTemplates.deleteOld(db, {}) },
]
