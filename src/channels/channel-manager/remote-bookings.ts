import { z } from 'zod'

/** A booking in the list of the channel manager, with the name of its latest revision. */
export interface RemoteBooking {
  id: string
  property_id: string
  revision_id: string
  is_cancelled: boolean
  /** undefined: the list does not say. */
  departure_date: string | undefined
  ota_name: string | undefined
  ota_reservation_code: string | undefined
  /** One for each room; undefined for a room that has no mapping at the channel manager. */
  room_type_ids: (string | undefined)[]
}

/** A page of bookings of a home there, from 1, with those that depart on this day or later. */
export interface BookingsQuery {
  property_id: string
  departs_from: string
  page: number
}

const named = z.string().max(100).optional().catch(undefined)
const bookingSchema = z
  .object({
    id: z.string().min(1).max(100),
    attributes: z.looseObject({
      property_id: z.string(),
      revision_id: z.string().min(1).max(100),
      status: z.string().optional().catch(undefined),
      departure_date: z.iso.date().optional().catch(undefined),
      ota_name: named,
      ota_reservation_code: named,
      rooms: z.array(z.looseObject({ room_type_id: named })).nullish(),
    }),
  })
  .transform(({ id, attributes: { property_id, revision_id, status, rooms, ...attributes } }) => ({
    id,
    property_id,
    revision_id,
    is_cancelled: status === 'cancelled',
    departure_date: attributes.departure_date,
    ota_name: attributes.ota_name,
    ota_reservation_code: attributes.ota_reservation_code,
    room_type_ids: rooms?.map(({ room_type_id }) => room_type_id) ?? [],
  }))
/** A page of the list: `meta` has the size of all pages, and how many bookings they have together. */
export const bookingsSchema = z.object({
  data: z.array(bookingSchema),
  meta: z.looseObject({ total: z.int(), limit: z.int().min(1) }),
})
