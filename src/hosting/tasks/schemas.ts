import { z } from 'zod'
import { TASK_KIND } from '../../platform/db/enums.ts'
import {
  day,
  flagParameter,
  homeFilter,
  integerId,
  prose,
  shownDay,
  shownUrl,
  shownUuid,
  timestamp,
  uuid,
  wholeParameter,
} from '../../platform/http/fields.ts'
import { pageQuery } from '../../platform/http/pages.ts'
import { namedPerson } from '../../platform/http/person.ts'
import { HOME, HOME_TITLE, inDays, MARTIN, TASK, TASK_CALENDAR, TASK_PICTURE } from '../../reference/examples/demo.ts'

const MAX_NOTE = 5_000
/** Days that a task may keep a home closed. */
const MAX_CLOSED_DAYS = 366

const kind = z.enum(TASK_KIND)

export const taskParams = z.object({ id: integerId.describe('Id of the task').meta({ example: TASK }) })
export const pictureParams = taskParams.extend({
  picture_id: integerId.describe('Id of the picture').meta({ example: TASK_PICTURE }),
})

export const taskList = pageQuery
  .extend({
    property_id: homeFilter,
    from: day
      .optional()
      .describe('Only tasks from this day on')
      .meta({ example: inDays(0) }),
    to: day
      .optional()
      .describe('Only tasks until this day')
      .meta({ example: inDays(30) }),
    assignee_id: integerId.optional().describe('Only tasks of this person').meta({ example: MARTIN }),
    kind: kind.optional().describe('Only tasks of this kind').meta({ example: 'maintenance' }),
    done: flagParameter.optional().describe('Only tasks that are done, or only open ones').meta({ example: false }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'dateRange',
  })

const fields = {
  day: day.meta({ example: inDays(3) }),
  assignee_id: integerId.nullable().meta({
    type: ['integer', 'null'],
    description: 'The account of the home, or a member of its team for this home whose role has tasks; null: nobody',
    example: MARTIN,
  }),
  note: prose(MAX_NOTE).nullable().meta({ example: 'La chaudière siffle.' }),
  closes_days: z.int().min(0).max(MAX_CLOSED_DAYS).meta({
    description: 'Number of days on which the home is closed: from the departure for its cleaning, else from `day`',
    example: 0,
  }),
}

export const newTask = z
  .object({
    property_id: uuid.meta({ example: HOME }),
    day: fields.day,
    kind: kind.meta({ example: 'maintenance' }),
    reservation_id: integerId.optional().meta({ description: 'A stay at this home that it is about' }),
    assignee_id: fields.assignee_id.default(null),
    note: fields.note.default(null),
    closes_days: fields.closes_days.default(0),
  })
  .meta({
    example: { property_id: HOME, day: inDays(210), kind: 'maintenance', note: 'La chaudière siffle.' },
  })

export const taskChange = z
  .object({
    ...fields,
    done: z.boolean().meta({
      description: 'A task that is done keeps no day closed; opened again it closes them again',
      example: true,
    }),
  })
  .partial()
  .meta({ id: 'TaskChange', example: { done: true } })

const picture = z
  .object({
    id: z.int().meta({ example: TASK_PICTURE }),
    url: shownUrl.meta({
      description: 'Signed address, valid for at least ten minutes',
      example: `https://sejour.example/api/v1/tasks/${TASK}/pictures/${TASK_PICTURE}?expires=1790000000&signature=x`,
    }),
    width: z.int().meta({ description: 'Pixels', example: 1600 }),
    height: z.int().meta({ example: 1200 }),
  })
  .meta({ id: 'TaskPicture' })

export const storedPictures = z.array(picture.omit({ url: true }))

const facts = {
  id: z.int().meta({ example: TASK }),
  property_id: shownUuid.meta({ example: HOME }),
  day: shownDay.meta({ example: inDays(3) }),
  kind: kind.meta({ example: 'maintenance' }),
  reservation_id: z.int().nullable().meta({ description: 'The stay that it is about', example: null }),
  departs_on: shownDay.nullable().meta({
    description: 'Day of the departure that the cleaning follows; null for a task that somebody has created',
    example: null,
  }),
  done_at: timestamp.nullable().meta({ example: null }),
  created_at: timestamp,
}

/** A task as events have it: without names and texts. */
export const taskFacts = z
  .object({ ...facts, assignee_id: z.int().nullable().meta({ example: MARTIN }) })
  .meta({ id: 'TaskFacts' })

export const task = z
  .object({
    ...facts,
    property: z
      .object({
        title: z.string().meta({ example: HOME_TITLE }),
        city: z.string().meta({ example: 'Marseille' }),
        address: z.string().nullable().meta({ example: '12 rue du Port' }),
        check_out_time: z.string().meta({ description: 'Until when guests leave', example: '11:00' }),
        check_in_time: z.string().meta({ description: 'From when guests arrive', example: '16:00' }),
      })
      .meta({ id: 'TaskHome' }),
    assignee: namedPerson.nullable().meta({ example: { id: MARTIN, first_name: 'Martin' } }),
    note: z.string().nullable().meta({ example: 'La chaudière siffle.' }),
    pictures: z.array(picture),
    closes_days: z.int().meta({ description: 'Number of days that the task keeps closed', example: 0 }),
    next_arrival: z
      .object({
        day: shownDay.meta({ example: inDays(5) }),
        guests: z.int().nullable().meta({ description: 'Number of people; null: not known', example: 2 }),
      })
      .nullable()
      .meta({ id: 'TaskArrival', description: 'Next arrival on the day of the task or later' }),
    updated_at: timestamp,
  })
  .meta({ id: 'Task' })

export const taskCalendar = z
  .object({
    url: shownUrl.nullable().meta({
      description: 'Address for calendar programs, which acts as a secret; null: none was made',
      example: `https://sejour.example/api/v1/tasks/calendar/${TASK_CALENDAR}.ics`,
    }),
  })
  .meta({ id: 'TaskCalendar' })

export const tokenParams = z.object({ token: uuid.describe('Secret of the address').meta({ example: TASK_CALENDAR }) })

export const signedQuery = z.object({
  expires: wholeParameter(0, Number.MAX_SAFE_INTEGER).optional().describe('Taken from the signed address in `url`'),
  signature: z.string().max(100).optional().meta({ description: 'Taken from the signed address in `url`' }),
})

export type NewTask = z.output<typeof newTask>
export type TaskChange = z.output<typeof taskChange>
export type Task = z.output<typeof task>
