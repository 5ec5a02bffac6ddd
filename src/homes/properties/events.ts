import { queries } from '../../platform/db/queries.ts'
import { defineSubject } from '../../platform/events/subject.ts'
import type { HomesContext } from '../context.ts'
import { propertyDetails } from './schemas.ts'
import { showProperty } from './show.ts'

/** Homes as their owners see them. */
export const propertyEvents = defineSubject({
  name: 'property',
  data: propertyDetails,
  async show(context: HomesContext, tx, facts) {
    const homes = new Map<string, ReturnType<typeof showProperty>>()
    for (const property_id of new Set(facts.map(({ subject_id }) => subject_id))) {
      const row = await queries.properties.find(tx, { property_id })
      if (row) homes.set(property_id, showProperty(context, row, { isKnownClosely: true, isOwn: true }))
    }
    return facts.map(({ subject_id }) => homes.get(subject_id))
  },
})
