import { parse, scan } from 'libpg-query'
import { compileStatement } from '../../../src/platform/db/query.ts'

/** One condition of a statement, changed. */
export interface Mutation {
  /** Where, counted from 1. */
  line: number
  before: string
  /** Empty: it is dropped. */
  after: string
  /** The whole file, changed. */
  source: string
}

interface Token {
  start: number
  end: number
  /** In lower case. */
  word: string
}

/** A part of a text, and what stands there instead. */
interface Edit {
  start: number
  end: number
  after: string
}

// Comments and quoted texts are matched first, as in src/platform/db/query.ts.
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|::|:[a-z_][a-z0-9_]*/g

/** A statement of the same length that the grammar understands: without comments, and with numbers for named parameters. */
const masked = (source: string): string =>
  source
    .replace(TOKEN, (token) => {
      if (token.startsWith('--')) return ' '.repeat(token.length)
      return /^:[a-z_]/.test(token) ? `$${'1'.padStart(token.length - 1, '0')}` : token
    })
    // The grammar counts bytes, and a number may begin with zeros.
    .replaceAll(/[^\0-\x7f]/g, 'x')

const FLIPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '<>',
  '<>': '=',
  and: 'or',
  or: 'and',
}

/** Ends of a condition. */
const ENDS = new Set(
  `, ; group order limit offset returning union except intersect for window join left right inner cross full where having
   on set do when then`.split(/\s+/),
)
const ENDS_OF_LOCK = new Set([';', 'limit', 'offset'])
const OPENING = new Set(['(', '[', 'case'])
const CLOSING = new Set([')', ']', 'end'])

/** The tokens of a part at its own level, without what is in brackets. */
function* ownLevel(tokens: Token[]): Generator<[token: Token, index: number]> {
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (CLOSING.has(token.word)) depth -= 1
    if (depth === 0) yield [token, index]
    if (OPENING.has(token.word)) depth += 1
  }
}

/** The tokens up to one that ends them, or to a bracket that they did not open. */
function clauseFrom(tokens: Token[], begin: number, ends: Set<string>): Token[] {
  let depth = 0
  let end = begin
  for (; end < tokens.length; end++) {
    const { word = '' } = tokens[end] ?? {}
    if (CLOSING.has(word)) depth -= 1
    if (depth < 0 || (depth === 0 && ends.has(word))) break
    if (OPENING.has(word)) depth += 1
  }
  return tokens.slice(begin, end)
}

/** The parts of a condition between its own `and` or `or`; the `and` of a `between` is none. */
function splitBy(tokens: Token[], word: 'and' | 'or'): Token[][] {
  const parts: Token[][] = []
  let from = 0
  let isBetween = false
  for (const [token, index] of ownLevel(tokens)) {
    if (token.word === 'between') isBetween = true
    if (token.word !== word) continue
    if (isBetween && word === 'and') {
      isBetween = false
      continue
    }
    parts.push(tokens.slice(from, index))
    from = index + 1
  }
  return [...parts, tokens.slice(from)]
}

const isInBrackets = (tokens: Token[]): boolean =>
  tokens[0]?.word === '(' && [...ownLevel(tokens)].every(([, index]) => index === 0 || index === tokens.length - 1)

const spanOf = (tokens: Token[]): [start: number, end: number] => [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0]

/** Drops each part of a condition, and makes each `and` an `or`, and the reverse. */
function editsOfCondition(tokens: Token[], isWhole: boolean): Edit[] {
  const connected = splitBy(tokens, 'or')
  const parts = connected.length > 1 ? connected : splitBy(tokens, 'and')
  if (parts.length > 1) {
    const spans = parts.map(spanOf)
    return parts.flatMap((part, index): Edit[] => {
      const [start, end] = spans[index] ?? [0, 0]
      const next = spans[index + 1]
      const before = spans[index - 1]
      const dropped = next ? { start, end: next[0], after: '' } : { start: before?.[1] ?? 0, end, after: '' }
      return [dropped, ...editsOfCondition(part, false)]
    })
  }
  const [first, ...rest] = tokens
  if (!first) return []
  const [start, end] = spanOf(tokens)
  const isTrue = tokens.length === 1 && first.word === 'true'
  const whole: Edit[] = isWhole && !isTrue ? [{ start, end, after: 'true' }] : []
  if (first.word === 'not') {
    const [then] = rest
    return [...whole, { start, end: then?.start ?? end, after: '' }, ...editsOfCondition(rest, false)]
  }
  if (isInBrackets(tokens)) return [...whole, ...editsOfCondition(tokens.slice(1, -1), false)]
  return whole
}

/** Conditions after `where`, `on` and `having`, also those of a part in brackets. */
function editsOfConditions(tokens: Token[]): Edit[] {
  return tokens.flatMap(({ word }, index) => {
    const next = tokens[index + 1]?.word ?? ''
    const isOther = word === 'on' && (['conflict', '('].includes(next) || tokens[index - 1]?.word === 'distinct')
    if (!['where', 'on', 'having'].includes(word) || isOther) return []
    return editsOfCondition(clauseFrom(tokens, index + 1, ENDS), true)
  })
}

/** Every `and` and `or`, `exists`, and what locks rows. */
function editsOfWords(tokens: Token[]): Edit[] {
  let isBetween = false
  return tokens.flatMap(({ word, start, end }, index): Edit[] => {
    if (word === 'between') isBetween = true
    if (word === 'and' && isBetween) {
      isBetween = false
      return []
    }
    if (word === 'and' || word === 'or') return [{ start, end, after: FLIPPED[word] ?? '' }]
    const before = tokens[index - 1]?.word
    if (word === 'exists' && before !== 'not') return [{ start, end, after: 'not exists' }]
    if (word === 'exists') return [{ start: tokens[index - 1]?.start ?? start, end, after: 'exists' }]
    const next = tokens[index + 1]?.word ?? ''
    if (word !== 'for' || !['update', 'share', 'no', 'key'].includes(next)) return []
    const locking = clauseFrom(tokens, index, ENDS_OF_LOCK)
    return [{ start, end: locking.at(-1)?.end ?? end, after: '' }]
  })
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const COMPARES = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL'])

/** True if a moment is compared with the present one: equal to the microsecond they never are. */
function isOfMoment(expression: Record<string, unknown>): boolean {
  const text = JSON.stringify(expression)
  return text.includes('"sval":"now"') && !text.includes('"sval":"date"')
}

/** Comparisons and tests for null, where the grammar finds them: the `=` of a `set` is none. */
function editsOfTree(node: unknown, source: string): Edit[] {
  if (Array.isArray(node)) return node.flatMap((member) => editsOfTree(member, source))
  if (!isNode(node)) return []
  const edits = Object.values(node).flatMap((value) => editsOfTree(value, source))
  const { A_Expr: expression, NullTest: nullTest } = node
  const at = (value: Record<string, unknown>): number => (typeof value.location === 'number' ? value.location : 0)
  const swap = (start: number, is: RegExp, after: string): Edit[] => {
    const [before] = is.exec(source.slice(start)) ?? []
    return before === undefined ? [] : [{ start, end: start + before.length, after }]
  }
  if (isNode(expression) && COMPARES.has(String(expression.kind))) {
    const start = at(expression)
    const [operator = ''] = /^[<>=!]+/.exec(source.slice(start)) ?? []
    const after = isOfMoment(expression) ? undefined : FLIPPED[operator]
    if (after !== undefined) edits.push({ start, end: start + operator.length, after })
  }
  if (isNode(expression) && expression.kind === 'AEXPR_DISTINCT')
    edits.push(...swap(at(expression), /^is\s+distinct/i, 'is not distinct'))
  if (isNode(expression) && expression.kind === 'AEXPR_NOT_DISTINCT')
    edits.push(...swap(at(expression), /^is\s+not\s+distinct/i, 'is distinct'))
  if (isNode(nullTest) && nullTest.nulltesttype === 'IS_NULL')
    edits.push(...swap(at(nullTest), /^is\s+null/i, 'is not null'))
  if (isNode(nullTest) && nullTest.nulltesttype === 'IS_NOT_NULL')
    edits.push(...swap(at(nullTest), /^is\s+not\s+null/i, 'is null'))
  return edits
}

/** Completes a part to a statement, because the grammar does not understand a part alone. */
function around(source: string): [before: string, after: string] {
  const [first = ''] = /^(?!--)\S.*$/m.exec(source) ?? []
  if (/^and\b/.test(first)) return ['select from t h where true ', '']
  if (/^\w+ as (materialized )?\($/.test(first)) return ['with ', ' z as (select 1) select 1']
  return ['', '']
}

const isGrammatical = (source: string): Promise<boolean> =>
  parse(compileStatement(source).text).then(
    () => true,
    () => false,
  )

/**
 * Variants of an SQL file with one changed condition, in the order of the text; without what the grammar refuses. None for what
 * is no statement and no conditions, such as the words of an order.
 */
export async function mutationsOf(source: string): Promise<Mutation[]> {
  const [before, after] = around(source)
  const whole = (text: string) => `${before}${text}${after}`
  const statement = masked(whole(source))
  const tree = await parse(statement).catch(() => undefined)
  if (tree === undefined) return []
  const { tokens } = await scan(statement)
  const words = tokens.map(({ start, end }) => ({ start, end, word: statement.slice(start, end).toLowerCase() }))
  const edits = [...editsOfConditions(words), ...editsOfWords(words), ...editsOfTree(tree, statement)]
  const mutations = edits
    .map(({ start, end, after: instead }) => ({
      // The space before a condition goes with it.
      start: Math.max(0, start - before.length),
      end: end - before.length,
      after: instead,
    }))
    .filter(({ start, end }) => start < end && end <= source.length)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, after: instead }) => ({
      line: source.slice(0, start).split('\n').length,
      before: source.slice(start, end).trim(),
      after: instead,
      source: `${source.slice(0, start)}${instead}${source.slice(end)}`,
    }))
  const distinct = [...new Map(mutations.map((mutation) => [mutation.source, mutation])).values()]
  const valid = await Promise.all(distinct.map((mutation) => isGrammatical(whole(mutation.source))))
  return distinct.filter((_, index) => valid[index])
}
