import { bodyOf, DRAFTS, storage } from '../client.ts'
import { company } from '../company.ts'
import { page } from '../page.ts'
import { office } from './client.ts'

const placeOf = (): string => `${DRAFTS}${page.me?.id} tasks ${company()?.id}`

/** Tasks that were marked without a network, by id: true is done. */
export const unsentTasks = (): Record<number, boolean> => JSON.parse(storage.getItem(placeOf()) ?? '{}')

function keep(id: number, done: boolean | undefined): void {
  const { [id]: _before, ...others } = unsentTasks()
  const left = done === undefined ? others : { ...others, [id]: done }
  if (Object.keys(left).length > 0) storage.setItem(placeOf(), JSON.stringify(left))
  else storage.removeItem(placeOf())
}

/** Marks a task, or keeps the mark until there is a network. @returns whether it was sent @throws SejourError, which ends it */
export async function markTask(id: number, done: boolean): Promise<boolean> {
  keep(id, done)
  try {
    bodyOf(await office().PATCH('/api/v1/tasks/{id}', { params: { path: { id } }, body: { done } }))
  } catch (failure) {
    if (failure instanceof TypeError) return false
    keep(id, undefined)
    throw failure
  }
  keep(id, undefined)
  return true
}

/** Sends the marks that were kept; one that is refused is dropped. */
export async function sendTasks(): Promise<void> {
  for (const [id, done] of Object.entries(unsentTasks())) await markTask(Number(id), done).catch(() => undefined)
}
