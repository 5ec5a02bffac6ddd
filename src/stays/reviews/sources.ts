/** Channels whose reviews are read, as sources of messages name them. */
export const CHANNEL_SOURCES = ['airbnb', 'booking_com', 'expedia'] as const
export type ChannelSource = (typeof CHANNEL_SOURCES)[number]

/** Stars of a score of ten: half of it, rounded, at least one. Pure. */
export const starsOf = (score: number): number => Math.max(1, Math.min(5, Math.round(score / 2)))
