import type { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { isAddressSigned, type Secrets, signAddress } from '../../platform/lib/signature.ts'
import type { HostingContext } from '../context.ts'
import type { arrivalPicture } from './schemas.ts'

const PURPOSE = 'pictures of arrivals'
/** The most pictures of a home; sql/hosting/arrival/insert-picture.sql counts them. */
export const MAX_PICTURES = 10

const addressed = (picture_id: number, expires: number) => ({ purpose: PURPOSE, text: String(picture_id), expires })

type Row = Awaited<ReturnType<typeof queries.arrival.listPictures>>[number]
type Picture = z.infer<typeof arrivalPicture>

/** A picture with an address that needs no token, for some minutes. Pure. */
export function showPicture(context: HostingContext, { until, ...picture }: Row): Picture {
  const address = context.addressOf('readArrivalPicture', { picture_id: picture.id })
  return { ...picture, url: signAddress(context.config, addressed(picture.id, until), address) }
}

export const listPictures = async (context: HostingContext, property_id: string): Promise<Picture[]> =>
  (await queries.arrival.listPictures(context.db, { property_id })).map((row) => showPicture(context, row))

/** True if this service has signed the address of a picture. Pure. */
export const isSignedPicture = (
  config: Secrets,
  picture_id: number,
  { expires, signature }: { expires: number; signature: string },
): boolean => isAddressSigned(config, addressed(picture_id, expires), signature)
