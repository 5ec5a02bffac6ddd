import { z } from 'zod'
import { homeConflict, toldConflictKind } from '../../bookings/calendars/schemas.ts'
import { changeRequest, reservationDetails, reservationSummary } from '../../bookings/reservations/schemas.ts'
import { namedHome } from '../../conversations/messages/schemas.ts'
import { inboxEntry } from '../../conversations/stay-messages/schemas.ts'
import { day, shownDay, timestamp } from '../../platform/http/fields.ts'
import { at, HOME, HOME_TITLE, inDays, STAY } from '../../reference/examples/demo.ts'
import { task } from '../tasks/schemas.ts'

export const deskQuery = z.object({
  day: day
    .optional()
    .describe('Day of arrivals and departures; by default today at each home')
    .meta({ example: inDays(0) }),
})

const { note, hold_expires_at } = reservationDetails.shape

const stay = reservationSummary.extend({ note, hold_expires_at }).meta({ id: 'DeskStay' })

const conflict = homeConflict
  .extend({
    property: namedHome.meta({ example: { id: HOME, title: HOME_TITLE } }),
    kind: toldConflictKind.meta({ description: '`certain`, `possible` or `gone`', example: 'certain' }),
  })
  .meta({ id: 'DeskConflict' })

const ownerStay = z
  .object({
    closure_id: z.int().meta({ example: 3 }),
    property: namedHome.meta({ example: { id: HOME, title: HOME_TITLE } }),
    start_date: shownDay.meta({ example: inDays(0) }),
    end_date: shownDay.meta({ description: 'The last night', example: inDays(2) }),
    guests: z.int().nullable().meta({ example: 2 }),
    name: z.string().nullable().meta({ description: 'Who stays; null without `guests.read`', example: 'Famille Roux' }),
    note: z.string().nullable().meta({ example: null }),
  })
  .meta({ id: 'DeskOwnerStay' })

const unreached = z
  .object({
    template_id: z.int().nullable().meta({ description: 'null: the template was deleted', example: 1 }),
    name: z.string().meta({ description: 'Name of the template', example: 'Before arrival' }),
    reservation_id: z.int().meta({ example: STAY }),
    property: namedHome.meta({ example: { id: HOME, title: HOME_TITLE } }),
    due_at: timestamp.meta({ example: at(-1) }),
  })
  .meta({ id: 'DeskUnreached' })

const waitingRequest = changeRequest
  .extend({ property: namedHome.meta({ example: { id: HOME, title: HOME_TITLE } }) })
  .meta({ id: 'DeskChangeRequest' })

const total = z.int().meta({ description: 'How many there are in all', example: 1 })
const part = <Item extends z.ZodType>(item: Item, id: string) =>
  z.object({ total, items: z.array(item).meta({ description: 'The first of them' }) }).meta({ id })

const stays = part(stay, 'DeskStays')
const tasks = part(task, 'DeskTasks')

export const desk = z
  .object({
    day: shownDay.nullable().meta({ description: 'The day asked for; null: today at each home', example: null }),
    conflicts: part(conflict, 'DeskConflicts').nullable().meta({
      description:
        'Nights from today on that a calendar of another platform and a stay, or two such calendars, both claim, and stays whose event has left its platform; null without `calendar.read`',
    }),
    overbooked: stays.meta({ description: 'Stays not over yet with nights that a channel sold twice' }),
    unpaid: stays.nullable().meta({
      description:
        'Stays and holds whose amount at booking is open and not due on a later day, or whose balance is overdue or its charge failed; null without `payments.read`',
    }),
    disputes: stays.nullable().meta({
      description: 'Stays with a payment that the guest’s bank disputes; null without `payments.read`',
    }),
    failed_refunds: stays.nullable().meta({
      description: 'Stays with a refund that failed and was not made up for; null without `payments.read`',
    }),
    expired: stays.meta({
      description: 'Stays held by hand that expired in the last three days, their nights free again',
    }),
    inquiries: stays.meta({
      description:
        'Inquiries waiting for an answer until `hold_expires_at`, by that time; those with `source: channel` are answered at the channel',
    }),
    change_requests: part(waitingRequest, 'DeskChangeRequests').meta({
      description: 'Changes that guests ask for, here or at channels, the oldest first',
    }),
    messages: part(inboxEntry, 'DeskMessages').nullable().meta({
      description: 'Conversations of the inbox that wait for an answer; null without `messages.read`',
    }),
    unreached: part(unreached, 'DeskUnreachedMessages').nullable().meta({
      description: 'Messages of templates that reached nobody in the last seven days; null without `messages.read`',
    }),
    identity: part(namedHome.meta({ example: { id: HOME, title: HOME_TITLE } }), 'DeskUndecidedHomes')
      .nullable()
      .meta({
        description:
          'Homes in Italy whose owner has not said yet whether guests are seen before the code of the door shows (`asks_identity`); null without `properties.write`',
      }),
    arrivals: stays.meta({ description: 'Stays that take place and begin on the day' }),
    departures: stays.meta({ description: 'Stays that take place and end on the day' }),
    owner_stays: part(ownerStay, 'DeskOwnerStays')
      .nullable()
      .meta({ description: 'Owner’s stays on the day, the day of departure included; null without `calendar.read`' }),
    tasks: tasks.nullable().meta({ description: 'Tasks of the day that are not done; null without `tasks.read`' }),
    late_tasks: tasks
      .nullable()
      .meta({ description: 'Tasks of days before that are not done, the oldest first; null without `tasks.read`' }),
    occupied: z.int().meta({ description: 'Number of homes with guests in the night of the day', example: 2 }),
  })
  .meta({ id: 'Desk' })
export type Desk = z.output<typeof desk>
