import { api, dataOf, type Schemas } from './client.ts'

type Labels = Schemas['Labels']

let labels: Labels | undefined

/** Reads what values are called; the browser keeps it for a while. */
export async function readLabels(): Promise<void> {
  labels = dataOf(await api.GET('/api/v1/labels'))
}

/** Name of a value; a value newer than the names stands for itself. */
export function label(kind: keyof Labels, value: string): string {
  const names: Record<string, string> = labels?.[kind] ?? {}
  return names[value] ?? value.replaceAll('_', ' ')
}

/** All values of a kind with their names, in their order. */
export const namesOf = (kind: keyof Labels): [value: string, name: string][] =>
  Object.entries<string>(labels?.[kind] ?? {})
