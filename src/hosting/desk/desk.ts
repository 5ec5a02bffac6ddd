import { toldConflictKind } from '../../bookings/calendars/schemas.ts'
import { showRequest } from '../../bookings/reservations/change-schemas.ts'
import { findStays, type ListedStay, readShown } from '../../bookings/reservations/list.ts'
import { hostOf, showParties } from '../../bookings/reservations/show.ts'
import { showEntry } from '../../conversations/stay-messages/schemas.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { queries, type ReservationsPart } from '../../platform/db/queries.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { boundsOf, hasScope, homesOf } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { HostingContext } from '../context.ts'
import { showTask } from '../tasks/show.ts'
import { listOpenTasks } from '../tasks/tasks.ts'
import type { Desk } from './schemas.ts'

/** Most rows of a list of the day. */
const OF_DAY = 100
/** Most rows of a list of what waits, however long; the rest is a list of its own. */
const WAITING = 25

/** The rows of the desk; null for lists that the reader has no scope for. */
export async function readDesk(db: Queryable, reader: Pick<Identity, 'userId' | 'grant'>, day: string | undefined) {
  const homes = homesOf(reader)
  const bounded: ReservationsPart[] = homes === undefined ? [] : ['on-homes']
  const account = { user_id: reader.userId, homes, limit: WAITING }
  const days = { arrives_from: day, arrives_to: day, departs_from: day, departs_to: day }
  const filters = { ...account, ...days, owner_id: reader.userId, offset: 0 }
  const list = (limit: number, parts: ReservationsPart[]) =>
    findStays(db, new Set(['as-owner', ...bounded, ...parts]), { ...filters, limit })
  const waiting = (part: ReservationsPart, order: ReservationsPart = 'by-arrival') => list(WAITING, [part, order])
  // A desk takes two connections of the pool, not one for each list. Each has half of the work.
  const [stays, others] = await Promise.all([readStays(), readOthers()])
  return { ...stays, ...others }

  async function readStays() {
    return readShown(db, {
      overbooked: await waiting('sold-twice'),
      expired: await waiting('expired-lately'),
      inquiries: await waiting('inquiring', 'by-deadline'),
      arrivals: await list(OF_DAY, ['taking-place', day === undefined ? 'arriving-today' : 'arriving', 'by-arrival']),
      departures: await list(OF_DAY, [
        'taking-place',
        day === undefined ? 'departing-today' : 'departing',
        'by-departure',
      ]),
    })
  }

  async function readOthers() {
    const onDay = { ...account, day, limit: OF_DAY }
    const seesCalendar = hasScope(reader, 'calendar.read')
    const readsMessages = hasScope(reader, 'messages.read')
    const doesTasks = hasScope(reader, 'tasks.read')
    const or_no_home = boundsOf(reader)?.or_no_home ?? true
    return {
      ...(await readShown(db, await readMoney(reader, waiting))),
      conflicts: seesCalendar ? await queries.calendars.listConflictsOfOwner(db, account) : null,
      change_requests: await queries.states.listOpenChangeRequests(db, account),
      messages: readsMessages ? await readWaiting(db, { ...account, or_no_home }) : null,
      unreached: readsMessages ? await queries.messageTemplates.listUnreached(db, account) : null,
      identity: hasScope(reader, 'properties.write') ? await queries.arrival.listUndecided(db, account) : null,
      owner_stays: seesCalendar ? await queries.calendars.listOwnerStays(db, onDay) : null,
      tasks: doesTasks ? await listOpenTasks(db, reader, day ?? 'today', OF_DAY) : null,
      late_tasks: doesTasks ? await listOpenTasks(db, reader, 'late', WAITING) : null,
      ...(await queries.states.countOccupied(db, onDay)),
    }
  }
}

/** The stays whose money somebody has to see to; null without `payments.read`. */
async function readMoney<Page>(
  reader: Pick<Identity, 'grant'>,
  waiting: (part: ReservationsPart) => Promise<Page>,
): Promise<Record<'unpaid' | 'disputes' | 'failed_refunds', Page | null>> {
  if (!hasScope(reader, 'payments.read')) return { unpaid: null, disputes: null, failed_refunds: null }
  return {
    unpaid: await waiting('overdue'),
    disputes: await waiting('disputed'),
    failed_refunds: await waiting('refund-failed'),
  }
}

/** The conversations that wait for an answer, the latest first. */
async function readWaiting(
  db: Queryable,
  account: { user_id: number; homes: string[] | undefined; or_no_home: boolean; limit: number },
) {
  const rows = await queries.stayMessages.listConversations(db, {
    ...account,
    is_unread: false,
    is_unanswered: true,
    before: undefined,
  })
  const { unanswered: total } = await queries.stayMessages.countUnread(db, account)
  return rows.map((row) => ({ ...row, total }))
}

/** A list of the desk with the number of all its rows. Pure. */
const part = <Row extends { total: number }, Item>(rows: Row[], show: (row: Row) => Item) => ({
  total: rows[0]?.total ?? 0,
  items: rows.map(show),
})

/** The desk of a company: what waits, and who arrives and leaves on a day (docs/design/domain.md, "Lists of the day"). */
export async function findDesk(context: HostingContext, identity: Identity, day: string | undefined): Promise<Desk> {
  const rows = await readDesk(context.db, identity, day)
  const { conflicts, overbooked, unpaid, disputes, failed_refunds, expired, inquiries, change_requests } = rows
  const {
    messages,
    unreached,
    identity: undecided,
    arrivals,
    departures,
    owner_stays,
    tasks,
    late_tasks,
    occupied,
  } = rows
  const knowsGuests = hasScope(identity, 'guests.read')
  const readsWords = hasScope(identity, 'messages.read')
  const stays = (rows: ListedStay[]) =>
    part(rows, ({ total_cents, ...row }) => {
      const viewer = hostOf(identity, row)
      return {
        ...showParties(context, row, viewer),
        note: viewer.isHost ? row.note : null,
        total: fromCents(total_cents),
      }
    })
  return {
    day: day ?? null,
    conflicts:
      conflicts &&
      part(conflicts, ({ property_id: id, title, kind, ...conflict }) => ({
        ...conflict,
        kind: toldConflictKind.parse(kind),
        property: { id, title },
      })),
    overbooked: stays(overbooked),
    unpaid: unpaid && stays(unpaid),
    disputes: disputes && stays(disputes),
    failed_refunds: failed_refunds && stays(failed_refunds),
    expired: stays(expired),
    inquiries: stays(inquiries),
    change_requests: part(change_requests, ({ property_id: id, title, ...row }) => ({
      ...showRequest(row, readsWords),
      property: { id, title },
    })),
    messages: messages && part(messages, (row) => showEntry(context, row, knowsGuests)),
    unreached:
      unreached &&
      part(unreached, ({ property_id: id, title, total: _, ...row }) => ({ ...row, property: { id, title } })),
    identity: undecided && part(undecided, ({ id, title }) => ({ id, title })),
    arrivals: stays(arrivals),
    departures: stays(departures),
    owner_stays:
      owner_stays &&
      part(owner_stays, ({ property_id: id, title, name, note, total: _, ...row }) => ({
        ...row,
        property: { id, title },
        name: knowsGuests ? name : null,
        note: knowsGuests ? note : null,
      })),
    tasks: tasks && part(tasks, (row) => showTask(context, row)),
    late_tasks: late_tasks && part(late_tasks, (row) => showTask(context, row)),
    occupied,
  }
}
