import { invalid } from '../../platform/http/errors.ts'
import { isDay } from '../../platform/lib/days.ts'

/** After which row a page of a list begins: a home, and in it a day, or a stay and what belongs to it. */
export interface Place {
  after_home: string
  after_day: string
  after_reservation: number
  after_id: number
}

/** Before every row. */
const BEGIN: Place = {
  after_home: '00000000-0000-0000-0000-000000000000',
  after_day: '1970-01-01',
  after_reservation: 0,
  after_id: 0,
}

const INT4_MAX = 2_147_483_647
const TEXT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{4}-\d\d-\d\d)\.(\d{1,10})\.(\d{1,10})$/

interface Row {
  property_id: string
  to_day?: string
  reservation_id?: number
  id?: number
}

/** The cursor after a row. Readers keep its text as it is. Pure. */
export const writePlace = ({ property_id, to_day, reservation_id, id }: Row): string =>
  [property_id, to_day ?? BEGIN.after_day, reservation_id ?? 0, id ?? 0].join('.')

/** The place of a cursor; the beginning without one. Pure. @throws AppError 400 for what is no cursor. */
export function readPlace(text: string | undefined): Place {
  if (text === undefined || text === '') return BEGIN
  const [, after_home = '', after_day = '', reservation, id] = TEXT.exec(text) ?? []
  const [after_reservation, after_id] = [Number(reservation), Number(id)]
  if (!isDay(after_day) || !(after_reservation <= INT4_MAX) || !(after_id <= INT4_MAX))
    throw invalid({ after: 'cursor' })
  return { after_home, after_day, after_reservation, after_id }
}
