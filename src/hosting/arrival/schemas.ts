import { z } from 'zod'
import { codeState } from '../../bookings/states/access-codes.ts'
import { shownState } from '../../bookings/states/arrival-state.ts'
import { ARRIVAL_ACCESS } from '../../platform/db/enums.ts'
import { day, homeId, line, prose, shownUrl, shownUuid, timestamp } from '../../platform/http/fields.ts'
import { ARRIVAL_DOOR, ARRIVAL_PICTURE, ARRIVAL_WAY, at, HOME, inDays, STAY } from '../../reference/examples/demo.ts'

const arrivalTexts = z
  .object({
    way: prose(4_000).exactOptional().meta({ description: 'The way to the home', example: ARRIVAL_WAY }),
    door: prose(2_000).exactOptional().meta({ description: 'How guests get in', example: ARRIVAL_DOOR }),
    manual: prose(10_000)
      .exactOptional()
      .meta({ description: 'The house manual', example: 'Le chauffe-eau est dans le placard.' }),
    contact: prose(1_000)
      .exactOptional()
      .meta({ description: 'Whom guests reach during the stay', example: 'Martin, +33 6 12 34 56 78' }),
  })
  .meta({ id: 'ArrivalTexts' })

export const byLanguage = z
  .object({ fr: arrivalTexts.exactOptional(), en: arrivalTexts.exactOptional() })
  .meta({ id: 'ArrivalTextsByLanguage' })

export const wifi = z
  .object({
    name: line(100).meta({ example: 'Cabanon' }),
    password: line(100).nullable().meta({ description: 'null: an open network', example: 'calanques13' }),
  })
  .meta({ id: 'Wifi' })

const DEFAULT_HOURS = 48

export const homeArrival = z.object({
  reveal_hours: z.int().min(0).max(720).default(DEFAULT_HOURS).meta({
    description: 'How many hours before check-in guests see it',
    example: DEFAULT_HOURS,
  }),
  wifi: wifi.nullable().default(null),
  texts: byLanguage.default({}),
  asks_identity: z.boolean().optional().meta({
    description:
      'Guests see the code of the door only after somebody of the company has seen them. By default as it is: on for new homes in Italy. Stays whose arrival is open already are not asked',
  }),
})

export type HomeArrival = z.output<typeof homeArrival>

export const arrivalPicture = z
  .object({
    id: z.int().meta({ example: 1 }),
    url: shownUrl.meta({
      description: 'Signed, and valid for at least ten minutes',
      example: 'https://sejour.example/api/v1/arrival-pictures/1?expires=1790000000&signature=x',
    }),
    width: z.int().meta({ example: 2048 }),
    height: z.int().meta({ example: 1365 }),
    caption: z.string().nullable().meta({ example: ARRIVAL_PICTURE }),
  })
  .meta({ id: 'ArrivalPicture' })

export const shownHomeArrival = z
  .object({
    property_id: shownUuid.meta({ example: HOME }),
    reveal_hours: z.int().meta({ example: DEFAULT_HOURS }),
    wifi: wifi.nullable(),
    texts: byLanguage,
    asks_identity: z.boolean(),
    pictures: z.array(arrivalPicture),
    updated_at: timestamp.nullable().meta({ description: 'null: nothing is written yet' }),
  })
  .meta({ id: 'HomeArrival' })

const moment = z.iso
  .datetime({ offset: true, error: 'invalidTimestamp' })
  .nullable()
  .default(null)
  .meta({ format: 'date-time' })

export const newAccessCode = z
  .object({
    code: line(64).meta({ example: '4711#' }),
    property_id: homeId
      .optional()
      .meta({ description: 'Home of the lock: 409 `conflict` if the stay is at another one now', example: HOME }),
    check_in: day
      .optional()
      .meta({ description: 'Day of arrival: 409 `conflict` if it is another one now', example: inDays(120) }),
    valid_from: moment.meta({ description: 'When the lock begins to take it', example: at(120, '14:00') }),
    valid_to: moment.meta({ description: 'When the lock ends to take it', example: at(123, '10:00') }),
    note: prose(500).nullable().default(null).meta({
      description: 'Shown to the guest with the code',
      example: 'Appuyez sur la clé, puis tapez le code.',
    }),
  })
  .refine(
    ({ valid_from, valid_to }) =>
      valid_from === null || valid_to === null || Date.parse(valid_from) < Date.parse(valid_to),
    { path: ['valid_to'], message: 'dateRange' },
  )
  .meta({
    example: { code: '4711#', valid_from: at(120, '14:00'), valid_to: at(123, '10:00'), note: 'Appuyez sur la clé.' },
  })

const WAYS_OF_SEEING = ['in_person', 'live_video'] as const
const how = z.enum(WAYS_OF_SEEING).meta({ id: 'WayOfSeeing' })

/** The guest of a stay was seen: how, by which user, and when. */
export const seen = z
  .object({ how, by: z.int().nullable().meta({ description: 'For the company: the user' }), at: timestamp })
  .meta({ id: 'SeenGuest', example: { how: 'in_person', by: 2, at: at(0) } })

export const decision = z
  .object({
    access: z.enum(ARRIVAL_ACCESS).exactOptional().meta({
      description: '`automatic`: by the time before arrival and the payments; `released`: now; `withheld`: never',
      example: 'released',
    }),
    seen: how.nullable().exactOptional().meta({
      description: 'How you have compared the guest’s face with their document; null: not yet, after all',
    }),
  })
  .refine(({ access, seen }) => access !== undefined || seen !== undefined, { path: ['access'], message: 'required' })
  .meta({ example: { access: 'released' } })

export const shownArrival = z
  .object({
    reservation_id: z.int().meta({ example: STAY }),
    state: shownState,
    access: z.enum(ARRIVAL_ACCESS).meta({ example: 'released' }),
    opens_at: timestamp.meta({ example: `${inDays(118)}T14:00:00.000Z` }),
    closes_at: timestamp.meta({ description: 'The hour of departure', example: `${inDays(123)}T09:00:00.000Z` }),
    way: z.string().nullable().meta({ example: ARRIVAL_WAY }),
    door: z.string().nullable().meta({ example: ARRIVAL_DOOR }),
    manual: z.string().nullable().meta({ example: null }),
    contact: z.string().nullable().meta({ example: null }),
    wifi: wifi.nullable(),
    pictures: z.array(arrivalPicture),
    identity: z
      .object({
        is_awaited: z
          .boolean()
          .meta({ description: 'True if the code is not shown until the guest is seen', example: false }),
        seen: seen.nullable().meta({ example: null }),
      })
      .meta({ id: 'GuestIdentity' }),
    access_code: z
      .object({
        state: codeState,
        code: z.string().nullable().meta({
          description:
            'For the guest, unless it was set for another home or day of arrival; else with `access_codes.write`',
          example: '4711#',
        }),
        valid_from: timestamp.nullable(),
        valid_to: timestamp.nullable(),
        note: z.string().nullable().meta({ example: null }),
      })
      .meta({ id: 'AccessCode' }),
  })
  .meta({ id: 'Arrival' })

export type Arrival = z.output<typeof shownArrival>
