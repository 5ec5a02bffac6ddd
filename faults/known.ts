import type { Finding } from './check/finding.ts'
import { MAIL_AGAIN } from './check/once.ts'

/** Findings that are understood and not mended yet: they are counted and shown, and do not fail a run. */
const KNOWN: { begins: string; reason: string }[] = [
  {
    begins: MAIL_AGAIN,
    reason: 'a job that ends with its node or its database runs again, and its mail has another Message-ID then',
  },
  {
    begins: 'key ',
    reason:
      'a 503 that finds no connection to free its Idempotency-Key leaves it claimed, for a minute or until its rows are deleted',
  },
]

/** Why a finding does not fail a run; undefined: it does. Pure. */
export const reasonFor = ({ what }: Finding): string | undefined =>
  KNOWN.find(({ begins }) => what.startsWith(begins))?.reason
