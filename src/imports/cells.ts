import { z } from 'zod'

/** How the text of a cell is read. */
export type Kind = 'text' | 'number' | 'flag' | 'texts' | 'numbers'

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/
const flag = z.stringbool()

const numberOf = (text: string): unknown => (NUMBER.test(text) ? Number(text) : text)
const itemsOf = (text: string): string[] =>
  text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** What a cell says. A text that is not of its kind stays one, and the schema of its field says what is wrong. Pure. */
export function readCell(kind: Kind, text: string): unknown {
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return numberOf(text)
    case 'flag':
      return flag.safeParse(text).data ?? text
    case 'texts':
      return itemsOf(text)
    case 'numbers':
      return itemsOf(text).map(numberOf)
  }
}

/** The fields of a row, by their columns. Pure. */
export const fieldsOf = (cells: ReadonlyMap<string, string>, kinds: Readonly<Record<string, Kind>>) =>
  Object.fromEntries([...cells].map(([column, text]) => [column, readCell(kinds[column] ?? 'text', text)]))
