import type { BaseLogger } from 'pino'

/** Where rules log. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
