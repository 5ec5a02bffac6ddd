import { parsePlPgSQL } from 'libpg-query'
import { type Mutation, mutationsOf } from './mutations.ts'

/** A statement or an expression in the body of a function. */
interface Part {
  start: number
  text: string
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** An assignment as PL/pgSQL keeps it: `target := expression`. */
const ASSIGNED = /^[\w.]+(?:\[[^\]]*\])?\s*:?=\s*/
const isStatement = (text: string): boolean => /^\s*(select|insert|update|delete|with|merge)\b/i.test(text)

function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (!isNode(node)) return []
  const { PLpgSQL_expr: expression } = node
  const own = isNode(expression) && typeof expression.query === 'string' ? [expression.query] : []
  return [...own, ...Object.values(node).flatMap(textsOf)]
}

/** The parts of a function: the body of one in SQL, what it returns, or the statements and expressions of one in PL/pgSQL. */
async function partsOf(source: string): Promise<Part[]> {
  const body = /\$\$(.*)\$\$/s.exec(source)
  if (!/\blanguage plpgsql\b/i.test(source)) {
    const returned = /\breturn\s+(?!query)(.*?);?\s*$/is.exec(source)
    const [whole = '', text = ''] = body ?? returned ?? []
    return [{ start: source.lastIndexOf(text, source.indexOf(whole) + whole.length), text }]
  }
  const found = textsOf(await parsePlPgSQL(source)).map((query) => {
    // `perform` is a `select` to PL/pgSQL.
    const text = isStatement(query) ? query.replace(/^\s*select\s+/i, '') : query.replace(ASSIGNED, '')
    return { start: source.indexOf(text), text }
  })
  return [...new Map(found.filter(({ start }) => start >= 0).map((part) => [part.start, part])).values()]
}

/** Variants of a file with a function, each with one changed condition of its body. */
export async function mutationsOfFunction(source: string): Promise<Mutation[]> {
  const all: Mutation[] = []
  for (const { start, text } of await partsOf(source)) {
    const before = isStatement(text) ? '' : 'select '
    const skipped = source.slice(0, start).split('\n').length - 1
    for (const mutation of await mutationsOf(`${before}${text}`))
      all.push({
        ...mutation,
        line: mutation.line + skipped,
        source: `${source.slice(0, start)}${mutation.source.slice(before.length)}${source.slice(start + text.length)}`,
      })
  }
  return [...new Map(all.map((mutation) => [mutation.source, mutation])).values()]
}
