import type { Scope } from '../http/scopes.ts'

/** The types of event of one subject, from its module. */
export interface TypesOfSubject {
  /** Scope that a key needs for them, beside `events.read`. */
  scope: Scope
  /** Their meanings. The part of a type before the dot is the subject, whose data an event carries. */
  types: Readonly<Record<string, string>>
}

/** Types by the names of their subjects (src/event-types.ts). */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it
export interface Subjects {}

/** Subjects of events. */
export type SubjectName = keyof Subjects

export type EventType = {
  [Name in SubjectName]: Subjects[Name] extends { types: infer Types } ? keyof Types & string : never
}[SubjectName]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Types of event that the operation itself can cause. Those of its jobs are not among them. */
    events?: readonly EventType[]
    /** It changes something and causes neither an event nor an entry of the audit: it concerns one person, secrets, drafts, or requests that are decided later. */
    silent?: boolean
  }
}

const known = new Map<string, TypesOfSubject>()

/** Adds the types of subjects. */
export function contributeTypes(subjects: Readonly<Record<string, TypesOfSubject>>): void {
  for (const [name, types] of Object.entries(subjects)) known.set(name, types)
}

/** @throws Error if the types of the subject are not loaded. */
export function typesOfSubject(subject: string): TypesOfSubject {
  const types = known.get(subject)
  if (!types) throw new Error(`No types of the subject ${subject} are loaded (src/event-types.ts)`)
  return types
}

/** @throws Error if no types are loaded. */
export function eventNames(): [EventType, ...EventType[]] {
  const [first, ...others] = [...known.values()].flatMap(({ types }) => Object.keys(types) as EventType[])
  if (first === undefined) throw new Error('No types of event are loaded (src/event-types.ts)')
  return [first, ...others]
}

/** `reservation` of `reservation.created`. Pure. */
export const subjectOf = (type: string): string => type.split('.')[0] ?? type

/** The scopes that a key needs to receive some types. */
export const scopesOfTypes = (types: readonly EventType[]): Scope[] => [
  ...new Set(types.map((type) => typesOfSubject(subjectOf(type)).scope)),
]
