import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'

/** A series of numbers without gaps: that of a seller, or without a prefix that of the installation, in a year. */
interface Series {
  prefix?: string | undefined
  year: number
}

/** The beginning of the numbers of a series: `2026`, or `ROSSI-2026`. Pure. */
export const nameOf = ({ prefix, year }: Series): string => (prefix === undefined ? `${year}` : `${prefix}-${year}`)

/** The series with a name. Pure. */
export function seriesNamed(name: string): Series {
  const [year, prefix] = name.split('-').toReversed()
  return { prefix, year: Number(year) }
}

/** The next number of the present year in a time zone. Others of its series wait until the end of the transaction. */
export async function nextNumber(
  tx: Transaction,
  { prefix }: Pick<Series, 'prefix'>,
  timezone: string,
): Promise<string> {
  const { year, last } = await (prefix === undefined
    ? queries.invoices.nextNumber(tx, { timezone })
    : queries.invoices.nextNumberOfSeller(tx, { prefix, timezone }))
  return `${nameOf({ prefix, year })}-${String(last).padStart(6, '0')}`
}

/** Goes on with a series above a number, because lower ones may have been given out. */
export const skipNumbers = (tx: Transaction, { prefix, year }: Series, last: number) =>
  prefix === undefined
    ? queries.invoices.skipNumbers(tx, { year, last })
    : queries.invoices.skipNumbersOfSeller(tx, { prefix, year, last })
