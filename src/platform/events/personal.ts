import type { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import type { Scope } from '../http/scopes.ts'
import type { EventSubject } from './subject.ts'
import { subjectOf } from './types.ts'

/** Adds the fields that events do not store, for readers who may see them (docs/integrations.md, "Personal data"). */
export type WithPersonal = <E extends { type: string; subject_id: string; data: unknown }>(
  db: Queryable,
  events: E[],
  may: (scope: Scope) => boolean,
) => Promise<E[]>

type Subject = Pick<EventSubject<z.ZodObject>, 'name' | 'personal'>

/** `WithPersonal` for some subjects. An event whose subject is gone stays as it is. */
export const personalOf =
  (subjects: Subject[]): WithPersonal =>
  async (db, events, may) => {
    const added = new Map<string, Map<string, object>>()
    for (const { name, personal } of subjects) {
      if (!personal || !may(personal.scope)) continue
      const ids = events.filter(({ type, data }) => subjectOf(type) === name && data !== null).map((e) => e.subject_id)
      if (ids.length > 0) added.set(name, await personal.read(db, [...new Set(ids)]))
    }
    return events.map((event) => {
      const fields = added.get(subjectOf(event.type))?.get(event.subject_id)
      return fields && event.data !== null && typeof event.data === 'object'
        ? { ...event, data: { ...event.data, ...fields } }
        : event
    })
  }
