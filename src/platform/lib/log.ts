import type { BaseLogger } from 'pino'

/** Logger of rules. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
