import type { Imported } from '../operations/archive/import.ts'
import { money } from './reconciliation.ts'

/** Parts that are named; all are counted. */
const MAX_NAMED = 50

/** The outcome of an import, for its operator. Pure. */
export function describeImport({ company, left_out, open, ...counts }: Imported): string {
  const sums = counts.money.map(
    ({ currency, received_cents, returned_cents }) =>
      `  received ${money(received_cents, currency)}, given back ${money(returned_cents, currency)}`,
  )
  const owed = [...open].map(([currency, cents]) => `  ${money(cents, currency)} are still owed.`)
  return [
    `${company}: ${counts.homes} homes with ${counts.photos} photos, and ${counts.stays} stays.`,
    `As history: ${counts.documents} documents, and money:`,
    ...(sums.length > 0 ? sums : ['  none']),
    ...(owed.length > 0 ? ['Not asked for here:', ...owed] : []),
    ...(left_out.length > 0
      ? [`In the archive alone (${left_out.length}):`, ...left_out.slice(0, MAX_NAMED).map((text) => `  ${text}`)]
      : []),
  ].join('\n')
}
