import { keepDays, type Values } from '../lib/environment.ts'
import type { Retention } from './expiry.ts'

export const retentionVariables = {
  NOTIFICATIONS_KEEP_DAYS: keepDays.default(365),
  INBOX_KEEP_DAYS: keepDays.default(90),
  CALENDAR_KEEP_DAYS: keepDays.default(400),
  AUDIT_DAYS: keepDays.default(365),
  TASKS_KEEP_DAYS: keepDays.default(365),
  MESSAGES_KEEP_DAYS: keepDays.optional(),
}

export interface RetentionConfig {
  retention: Retention
}

export const retentionConfig = (e: Values<typeof retentionVariables>): RetentionConfig => ({
  retention: {
    notificationDays: e.NOTIFICATIONS_KEEP_DAYS,
    inboxDays: e.INBOX_KEEP_DAYS,
    calendarDays: e.CALENDAR_KEEP_DAYS,
    auditDays: e.AUDIT_DAYS,
    taskDays: e.TASKS_KEEP_DAYS,
    messageDays: e.MESSAGES_KEEP_DAYS,
  },
})
