/** The texts of message templates and their variables (docs/design/api.md, "Messages that send themselves"). Pure. */

export const VARIABLES = [
  'guest_name',
  'home',
  'address',
  'check_in',
  'check_out',
  'check_in_time',
  'check_out_time',
  'nights',
  'guests',
  'amount_open',
  'company',
  'link',
] as const
export type Variable = (typeof VARIABLES)[number]

const KNOWN: ReadonlySet<string> = new Set(VARIABLES)
const BRACES = /\{([^{}]*)\}/g

const isVariable = (name: string): name is Variable => KNOWN.has(name)

/** Names in braces that are no variable, in their order, each once. */
export const unknownVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(BRACES)].map(([, name = '']) => name).filter((name) => !isVariable(name))),
]

/** True if a brace of a text has no counterpart, such as in `{home`. */
export const hasStrayBrace = (text: string): boolean => /[{}]/.test(text.replaceAll(BRACES, ''))

/** A text with the values of its variables; other braces stay. */
export const fill = (text: string, values: Record<Variable, string>): string =>
  text.replaceAll(BRACES, (braces, name: string) => (isVariable(name) ? values[name] : braces))
