import type { MessageSource } from '../../platform/db/enums.ts'

/** Channels whose guests can be written to through the channel manager, by their names without spaces and punctuation. */
const SOURCES: Record<string, MessageSource> = {
  airbnb: 'airbnb',
  bookingcom: 'booking_com',
  expedia: 'expedia',
}

/** Source of the messages of a channel, by its name; undefined: they cannot be written to. Pure. */
export const sourceOf = (ota_name: string | null): MessageSource | undefined =>
  SOURCES[(ota_name ?? '').toLowerCase().replaceAll(/[\s\p{P}]/gu, '')]
