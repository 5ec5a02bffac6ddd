import { CHANNEL_SOURCES, type ChannelSource } from '../../bookings/reservations/review.ts'
import { list, type Values } from '../../platform/lib/environment.ts'

export const reviewVariables = {
  PUBLIC_REVIEWS: list
    .refine((names) => names.every((name) => CHANNEL_SOURCES.some((source) => source === name)), {
      error: `must be a list of ${CHANNEL_SOURCES.join(', ')}`,
    })
    .default([]),
}

export interface ReviewConfig {
  /** Channels whose reviews everybody reads; those of others are for the company. */
  publicReviews: ChannelSource[]
}

export const reviewConfig = (e: Values<typeof reviewVariables>): ReviewConfig => ({
  publicReviews: CHANNEL_SOURCES.filter((source) => e.PUBLIC_REVIEWS.includes(source)),
})
