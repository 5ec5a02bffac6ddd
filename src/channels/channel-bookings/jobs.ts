import { applying } from '../../platform/inbox/applying.ts'
import { applyChannelEvent } from './apply.ts'

export const applyChannelEventJob = applying('channel', applyChannelEvent)
