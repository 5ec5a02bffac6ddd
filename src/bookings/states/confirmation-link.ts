import { isSigned, type Secrets } from '../../platform/lib/signature.ts'

const PURPOSE = 'confirmations of reservations'

/** The reservation of a key from before there were links of stays; undefined for any other text. Pure. */
export function reservationOfKey(config: Secrets, key: string): number | undefined {
  const [id = '', signature = ''] = key.split('.')
  return /^[1-9]\d{0,15}$/.test(id) && isSigned(config, PURPOSE, id, signature) ? Number(id) : undefined
}
