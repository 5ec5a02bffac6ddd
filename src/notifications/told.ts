import { queries } from '../db/queries.ts'

/** Functions for other rooms that read what a user was told; their statements are in sql/notifications. */
export const { findByKey: findNotification, findLatestKey } = queries.notifications
