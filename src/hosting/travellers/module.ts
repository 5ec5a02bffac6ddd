import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { COUNTRIES } from './countries.ts'
import { travellerRoutes } from './routes.ts'

const TERMS = Object.entries(COUNTRIES).map(([country_id, { keep }]) => ({
  country_id,
  days: keep.days,
  from_arrival: keep.from === 'arrival',
}))

export { copies as ports } from './copies.ts'
export const routes = [travellerRoutes]
export const expiries: Expiry[] = [
  { table: 'travellers', deleteSome: ({ db }) => queries.travellers.deleteOver(db, { terms: TERMS }) },
]
