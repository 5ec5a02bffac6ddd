import { z } from 'zod'
import { type EarlierNames, numbersOf, type Values } from '../lib/environment.ts'

/** For how many days something is kept (docs/configuration.md, "What is deleted"). */
const KEEP = {
  notifications: 365,
  /** Events of the inbox, after they were settled. */
  inbox: 90,
  /** Prices and rules of past days. */
  calendar: 400,
  audit: 365,
  /** After their day. */
  tasks: 365,
  /** undefined: they stay. */
  messages: undefined as number | undefined,
}

export type Retention = typeof KEEP

/** At least a month: providers repeat events, and an event must not be published twice. */
const days = z.int().min(30).max(36_500)

export const retentionVariables = { KEEP: numbersOf(KEEP, days) }

/** Until 0.4 each was a variable. */
export const earlierRetention: EarlierNames = Object.fromEntries(
  Object.keys(KEEP).map((name) => [name === 'audit' ? 'AUDIT_DAYS' : `${name.toUpperCase()}_KEEP_DAYS`, name]),
)

export interface RetentionConfig {
  retention: Retention
}

export const retentionConfig = (e: Values<typeof retentionVariables>): RetentionConfig => ({ retention: e.KEEP })
