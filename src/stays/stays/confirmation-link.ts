import { isSigned, type Secrets, sign } from '../../platform/lib/signature.ts'
import type { StaysContext } from '../context.ts'

const PURPOSE = 'confirmations of reservations'

/** Address of the page that confirms a reservation, for anyone who has it. */
export const confirmationLink = (context: StaysContext, reservationId: number): string =>
  context.addressOf('showConfirmation', {
    key: `${reservationId}.${sign(context.config, PURPOSE, `${reservationId}`)}`,
  })

/** The reservation of a key that this service has made; undefined for any other text. Pure. */
export function reservationOfKey(config: Secrets, key: string): number | undefined {
  const [id = '', signature = ''] = key.split('.')
  return /^[1-9]\d{0,9}$/.test(id) && isSigned(config, PURPOSE, id, signature) ? Number(id) : undefined
}
