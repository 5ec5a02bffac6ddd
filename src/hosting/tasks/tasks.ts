import { assertBelow, countOfDay, lockQuota } from '../../accounts/quotas/quotas.ts'
import { rolesWith } from '../../accounts/roles.ts'
import { close } from '../../bookings/calendars/closures.ts'
import { lockCalendar } from '../../homes/properties/calendar-lock.ts'
import { lockOwn } from '../../homes/properties/write.ts'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { queries, type TasksPart } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { hasScope, homesOf, scopeMissing } from '../../platform/http/scopes.ts'
import { addDays, isDay } from '../../platform/lib/days.ts'
import type { HostingContext } from '../context.ts'
import { followStay } from './departures.ts'
import type { NewTask, Task, TaskChange } from './schemas.ts'
import { showTask } from './show.ts'

/** Roles of a team that see tasks. */
const READERS = rolesWith('tasks.read')

type Reader = Pick<Identity, 'userId' | 'grant'>
type Locked = NonNullable<Awaited<ReturnType<typeof queries.tasks.lock>>>

/** True if somebody creates, assigns, moves and deletes tasks: all but members who only do them. Pure. */
const assigns = (identity: Pick<Identity, 'grant'>): boolean =>
  identity.grant?.kind !== 'member' || hasScope(identity, 'tasks.assign')

/** @throws AppError 403 for members who only do tasks. */
function assertAssigns(identity: Identity): void {
  if (!assigns(identity)) throw scopeMissing('tasks.assign')
}

interface TaskFilter {
  property_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
  assignee_id?: number | undefined
  kind?: Task['kind'] | undefined
  done?: boolean | undefined
}

/** Rows of tasks at the homes that somebody reads for an account. */
export function listTasks(
  db: Queryable,
  reader: Reader,
  { property_id, from: from_day, to: to_day, assignee_id, kind, done }: TaskFilter,
  page: { limit: number; offset: number },
) {
  const homes = homesOf(reader)
  const parts: [TasksPart, boolean][] = [
    ['on-homes', homes !== undefined],
    ['of-home', property_id !== undefined],
    ['from', from_day !== undefined],
    ['to', to_day !== undefined],
    ['of-assignee', assignee_id !== undefined],
    ['of-kind', kind !== undefined],
    ['done', done === true],
    ['open', done === false],
  ]
  const wanted = new Set(parts.flatMap(([part, isWanted]) => (isWanted ? [part] : [])))
  const filter = { property_id, from_day, to_day, assignee_id, kind }
  return queries.tasks.list(db, wanted, { user_id: reader.userId, homes, ...filter, ...page })
}

/** Open tasks of a day, of today at each home, or of days that are over. */
export function listOpenTasks(db: Queryable, reader: Reader, day: string | 'today' | 'late', limit: number) {
  const homes = homesOf(reader)
  const bounds: TasksPart[] = homes === undefined ? [] : ['on-homes']
  const parts = new Set<TasksPart>(['open', day === 'today' || day === 'late' ? day : 'on-day', ...bounds])
  return queries.tasks.list(db, parts, {
    user_id: reader.userId,
    homes,
    day: isDay(day) ? day : undefined,
    limit,
    offset: 0,
  })
}

/** A task that somebody may see. @throws AppError 404 */
export async function findTask(context: HostingContext, db: Queryable, reader: Reader, task_id: number): Promise<Task> {
  const homes = homesOf(reader)
  const parts = new Set<TasksPart>(homes === undefined ? ['one'] : ['one', 'on-homes'])
  const asked = { user_id: reader.userId, homes, task_id, limit: 1, offset: 0 }
  const [row] = await queries.tasks.list(db, parts, asked)
  if (!row) throw new AppError('notFound')
  return showTask(context, row)
}

/** True if a task only says that something is broken: it names nobody and closes nothing. Pure. */
const isReport = ({ kind, assignee_id, closes_days }: NewTask): boolean =>
  kind === 'maintenance' && (assignee_id ?? null) === null && (closes_days ?? 0) === 0

/**
 * Creates a task, and closes the days that it needs, under the lock of the home's calendar. Members who only do tasks report what is broken.
 * @throws AppError 400 a stay or person that is not of the home, 403, 404, 409 closed days over a reservation or too many tasks, 429.
 */
export async function createTask(context: HostingContext, identity: Identity, task: NewTask): Promise<Task> {
  if (!isReport(task)) assertAssigns(identity)
  const { closes_days, ...wanted } = task
  const { property_id, assignee_id } = wanted
  const { quotas } = context.config
  return lockCalendar(context, property_id, async (tx) => {
    await lockOwn(context, tx, identity, property_id, [])
    await assertAssignable(tx, property_id, assignee_id)
    await lockQuota(tx, identity.userId)
    assertBelow(quotas.tasksPerAccount, await queries.tasks.countOpen(tx, { user_id: identity.userId }))
    await countOfDay(tx, 'tasks', identity.userId, { limit: quotas.tasksPerDay })
    const created = await queries.tasks.insert(tx, {
      ...wanted,
      assignee_id: assignee_id ?? undefined,
      note: wanted.note ?? undefined,
    })
    if (!created) throw invalid({ reservation_id: 'unknown' })
    await closeDays(context, tx, { task_id: created.id, property_id, from: wanted.day, days: closes_days })
    return findTask(context, tx, identity, created.id)
  })
}

/**
 * Changes a task. Members who only do tasks may change those that are theirs or nobody's: whether they are done, and their note.
 * A task that is opened again closes its days again, and the cleaning of a departure follows it again.
 * @throws AppError 400 a person that is not of the home, or a day before the departure, 403 a task of somebody else, 404, 409 closed days over
 * a reservation.
 */
export function changeTask(
  context: HostingContext,
  identity: Identity,
  task_id: number,
  change: TaskChange,
): Promise<Task> {
  const { done: _done, note: _note, ...assigned } = change
  if (Object.keys(assigned).length > 0) assertAssigns(identity)
  return lockTask(context, identity, task_id, { assignee_id: change.assignee_id }, async (tx, task, property_id) => {
    const { day = task.day, assignee_id = task.assignee_id, note = task.note } = change
    const { done: is_done = task.done_at !== null } = change
    if (change.day !== undefined && task.departs_on !== null && day < task.departs_on)
      throw invalid({ day: 'beforeDeparture' })
    const { closes_days, closed_days } = task
    const row = { task_id, day, assignee_id: assignee_id ?? undefined, note: note ?? undefined, is_done }
    await queries.tasks.update(tx, { ...row, closed_days: closes_days })
    const isOpened = task.done_at !== null && !is_done
    if (isOpened && task.departs_on !== null && task.reservation_id !== null)
      await followStay(tx, task.reservation_id, true)
    // Opened again it may be at another home, and on another day.
    const present = isOpened ? await findTask(context, tx, identity, task_id) : { ...task, day, property_id }
    const before = { from: task.departs_on ?? task.day, days: closes_days }
    const kept = isOpened ? closed_days : closes_days
    const after = { from: present.departs_on ?? present.day, days: is_done ? 0 : (change.closes_days ?? kept) }
    if (before.days !== after.days || (after.days > 0 && before.from !== after.from)) {
      await queries.calendars.deleteClosuresOfTask(tx, { task_id })
      await closeDays(context, tx, { task_id, property_id: present.property_id, ...after })
    }
    return findTask(context, tx, identity, task_id)
  })
}

/**
 * Deletes a task and opens its closed days. Returns the files of its pictures.
 * @throws AppError 403, 404, 409 the cleaning of a departure.
 */
export function deleteTask(context: HostingContext, identity: Identity, task_id: number): Promise<string[]> {
  assertAssigns(identity)
  return lockTask(context, identity, task_id, {}, async (tx, task) => {
    if (task.departs_on !== null) throw new AppError('taskOfDeparture')
    return (await queries.tasks.delete(tx, { task_id })).files
  })
}

/**
 * Runs `work` under the lock of the calendar of a task's home and of the task itself. Starts over when the task has moved to another home with
 * its stay. Locks are taken in this order: home, membership of the assignee, task.
 * @throws AppError 400 an assignee that is not of the home, 403 a task of somebody else for members who only do tasks, 404.
 */
export async function lockTask<T>(
  context: HostingContext,
  identity: Identity,
  task_id: number,
  { assignee_id }: { assignee_id?: number | null | undefined },
  work: (tx: Transaction, task: Locked, property_id: string) => Promise<T>,
): Promise<T> {
  const asked = { task_id, user_id: identity.userId, homes: homesOf(identity) }
  for (;;) {
    const found = await queries.tasks.findHome(context.db, asked)
    if (!found) throw new AppError('notFound')
    const { property_id } = found
    const outcome = await lockCalendar(context, property_id, async (tx) => {
      await assertAssignable(tx, property_id, assignee_id ?? null)
      const task = await queries.tasks.lock(tx, { task_id, property_id })
      if (!task) return undefined
      if (!assigns(identity) && task.assignee_id !== null && task.assignee_id !== identity.personId)
        throw new AppError('forbidden')
      return { done: await work(tx, task, property_id) }
    })
    if (outcome) return outcome.done
  }
}

/** @throws AppError 400 for somebody who is neither the account of the home nor reads its tasks as a member of its team. */
async function assertAssignable(tx: Transaction, property_id: string, user_id: number | null): Promise<void> {
  if (user_id !== null && !(await queries.team.holdAssignee(tx, { property_id, user_id, roles: READERS })).found)
    throw invalid({ assignee_id: 'unknown' })
}

/** Closes days for a task. @throws AppError 400 beyond the last day of calendars, 409 as `close`. */
async function closeDays(
  { config }: HostingContext,
  tx: Transaction,
  { task_id, property_id, from, days }: { task_id: number; property_id: string; from: string; days: number },
): Promise<void> {
  if (days === 0) return
  const end_date = addDays(from, days - 1)
  if (!isDay(end_date)) throw invalid({ closes_days: 'dateOutOfRange' })
  await close(tx, config.quotas, { property_id, start_date: from, end_date, task_id })
}
