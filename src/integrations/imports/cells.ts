import { z } from 'zod'
import { fieldProblem } from '../../platform/http/errors.ts'
import type { Report } from './report.ts'
import type { SheetRow } from './sheet.ts'

/** Reader of the text of a cell. */
export type Kind = 'text' | 'number' | 'amount' | 'flag' | 'texts' | 'numbers' | 'tax'

/** The part of a JSON schema that decides how a cell is read. */
interface Typed {
  type?: string
  multipleOf?: number
  anyOf?: Typed[]
  items?: Typed
}

/** Reader of the cells of a field. Pure. */
function kindOf({ type, multipleOf, anyOf, items }: Typed): Kind {
  const [first] = anyOf ?? []
  if (type === undefined && first) return kindOf(first)
  if (type === 'array') return items?.type === 'integer' ? 'numbers' : 'texts'
  if (type === 'integer' || type === 'number') return multipleOf === 0.01 ? 'amount' : 'number'
  return type === 'boolean' ? 'flag' : 'text'
}

/** Readers of the cells of a file, by the fields of its schema. Pure. */
export const kindsOf = (schema: z.ZodObject): Record<string, Kind> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([field, of]) => [
      field,
      kindOf(z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' }) as Typed),
    ]),
  )

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/
const NUMBER_WITH_COMMA = /^-?\d{1,15}(,\d{1,15})?$/
const flag = z.stringbool()
/** `5%`, or with a cap `5% max 5.50`. */
const PERCENT_WITH_CAP = /^([\d.,]+) ?%(?: max ([\d.,]+))?$/

function numberOf(text: string, hasDecimalCommas: boolean): unknown {
  if (NUMBER.test(text)) return Number(text)
  return hasDecimalCommas && NUMBER_WITH_COMMA.test(text) ? Number(text.replace(',', '.')) : text
}

function taxOf(text: string, hasDecimalCommas: boolean): unknown {
  const [, percent, cap] = PERCENT_WITH_CAP.exec(text) ?? []
  if (percent === undefined) return { per_adult_night: numberOf(text, hasDecimalCommas) }
  return {
    percent: numberOf(percent, hasDecimalCommas),
    ...(cap !== undefined && { cap: numberOf(cap, hasDecimalCommas) }),
  }
}

const itemsOf = (text: string): string[] =>
  text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Value of a cell. A text that is not of its kind stays one, and the schema of its field says what is wrong. Pure. */
function readCell(kind: Kind, text: string, hasDecimalCommas = false): unknown {
  switch (kind) {
    case 'text':
      return text
    case 'number':
    case 'amount':
      return numberOf(text, hasDecimalCommas)
    case 'flag':
      return flag.safeParse(text).data ?? text
    case 'texts':
      return itemsOf(text)
    case 'tax':
      return taxOf(text, hasDecimalCommas)
    case 'numbers':
      return itemsOf(text).map((item) => numberOf(item, hasDecimalCommas))
  }
}

/** The fields of a row, by their columns. Pure. */
export const fieldsOf = (
  { cells, hasDecimalCommas }: Pick<SheetRow, 'cells' | 'hasDecimalCommas'>,
  kinds: Readonly<Record<string, Kind>>,
) =>
  Object.fromEntries(
    [...cells].map(([column, text]) => [column, readCell(kinds[column] ?? 'text', text, hasDecimalCommas)]),
  )

/** More decimals than a currency has, which the operations for one home would round. */
const TOO_EXACT = /[.,]\d{3,}$/

/** Reports amounts that are more exact than cents. */
export function checkAmounts({ row, cells }: SheetRow, kinds: Readonly<Record<string, Kind>>, report: Report): void {
  for (const [column, value] of cells)
    if (kinds[column] === 'amount' && TOO_EXACT.test(value))
      report.add({ row, column, value, problem: fieldProblem('amountDecimals') })
}
