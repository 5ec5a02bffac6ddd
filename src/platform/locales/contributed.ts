import { DEFAULT_LOCALE, type Locale, texts } from './locales.ts'

/** A refusal: its HTTP status, and its text in every language. */
type Refusal = { status: number } & Record<Locale, string>

/** Parts of a problem of a field, as the language writes them: the limit that the value breaks, and the values that the field takes. */
interface Named {
  limit: string
  values: string
}

/** The text of a problem of a field in every language. */
type FieldText = Record<Locale, string | ((named: Named) => string)>

export interface ModuleTexts {
  errors?: Record<string, Refusal>
  fields?: Record<string, FieldText>
}

/** Texts of modules by their names (src/refusals.ts). */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it
export interface Contributed {}

type KeysOf<Part extends keyof ModuleTexts> = {
  [Module in keyof Contributed]: Contributed[Module] extends Record<Part, infer Texts> ? keyof Texts : never
}[keyof Contributed]

export type ErrorCode = KeysOf<'errors'>
export type FieldMessageKey = KeysOf<'fields'>

const refusals = new Map<string, Refusal>()
const fieldTexts = new Map<string, FieldText>()

/** The stable name of an error for programs: `tooManyHolds` is `too_many_holds` (docs/design/api.md, "Refusals"). Pure. */
export const codeOf = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The codes of problems of fields: those of their texts, and the rules of a home that a stay breaks. Modules that load later add theirs. */
export const FIELD_CODES: string[] = Object.keys(texts(DEFAULT_LOCALE).violations)

/** Adds the texts of modules. @throws Error if two have a text of one name. */
export function contribute(modules: Record<string, ModuleTexts>): void {
  for (const { errors, fields = {} } of Object.values(modules)) {
    add(refusals, errors)
    add(fieldTexts, fields)
    FIELD_CODES.push(
      ...Object.keys(fields)
        .map(codeOf)
        .filter((code) => !FIELD_CODES.includes(code)),
    )
  }
  FIELD_CODES.sort()
}

function add<Value>(known: Map<string, Value>, more: Record<string, Value> = {}): void {
  for (const [name, value] of Object.entries(more)) {
    if (known.has(name)) throw new Error(`Two modules have a text ${name}`)
    known.set(name, value)
  }
}

/** @throws Error if the texts of its module are not loaded. */
export function refusalOf(code: ErrorCode): Refusal {
  const refusal = refusals.get(code)
  if (!refusal) throw new Error(`No text of the error ${code} is loaded (src/refusals.ts)`)
  return refusal
}

export const errorCodes = (): ErrorCode[] => [...refusals.keys()] as ErrorCode[]
export const fieldTextOf = (key: string): FieldText | undefined => fieldTexts.get(key)
