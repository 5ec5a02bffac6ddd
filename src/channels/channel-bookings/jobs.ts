import { applying } from '../../platform/inbox/applying.ts'
import { applyChannelEvent } from './apply.ts'

export const applyChannelEventJob = applying('channel', applyChannelEvent, [
  'reservation.created',
  'reservation.confirmed',
  'reservation.changed',
  'reservation.cancelled',
])
