import type { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { isSigned, type Secrets, sign } from '../../platform/lib/signature.ts'
import type { StaysContext } from '../context.ts'
import type { arrivalPicture } from './schemas.ts'

const PURPOSE = 'pictures of arrivals'
/** The most pictures of a home; sql/stays/arrival/insert-picture.sql counts them. */
export const MAX_PICTURES = 10
/** The longest side of a picture, in pixels. */
export const EDGE = 2_048

type Row = Awaited<ReturnType<typeof queries.arrival.listPictures>>[number]
type Picture = z.infer<typeof arrivalPicture>

/** A picture with an address that needs no token, for some minutes. Pure. */
export function showPicture(context: StaysContext, { until, ...picture }: Row): Picture {
  const signature = sign(context.config, PURPOSE, `${picture.id} ${until}`)
  const address = context.addressOf('readArrivalPicture', { picture_id: picture.id })
  return { ...picture, url: `${address}?expires=${until}&signature=${signature}` }
}

export const listPictures = async (context: StaysContext, property_id: string): Promise<Picture[]> =>
  (await queries.arrival.listPictures(context.db, { property_id })).map((row) => showPicture(context, row))

/** Whether this service has signed the address of a picture. Pure. */
export const isSignedPicture = (
  config: Secrets,
  picture_id: number,
  { expires, signature }: { expires: number; signature: string },
): boolean => isSigned(config, PURPOSE, `${picture_id} ${expires}`, signature)
