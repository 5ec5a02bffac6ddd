import { readFeed } from './feed.ts'
import { applyChannelEventJob } from './jobs.ts'
import { channelRoutes } from './routes.ts'

export const routes = [channelRoutes]
export const jobs = [applyChannelEventJob, readFeed]
