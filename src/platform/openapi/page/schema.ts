import { nameOf, type Schema } from '../document.ts'
import { html, joined, type Markup, prose } from './markup.ts'

/** Shows the schemas of the document as lists of fields. Pure. */

const isNull = ({ type }: Schema): boolean => type === 'null'

const choicesOf = ({ anyOf = [], oneOf = [] }: Schema): Schema[] => [...anyOf, ...oneOf]

/** Address of the section of a component. */
export const anchorOf = (name: string): string => `schema-${name}`

const link = ($ref: string): Markup => html`<a href="#${anchorOf(nameOf($ref))}">${nameOf($ref)}</a>`

/** True if a value is a file, which goes in a form. */
export const isFile = (schema: Schema): boolean => schema.format === 'binary' || choicesOf(schema).some(isFile)

/** Type of a value, in words: `list of text, or null`. */
export function typeOf(schema: Schema): Markup {
  if (schema.$ref !== undefined) return link(schema.$ref)
  const choices = choicesOf(schema)
  if (choices.length > 0) return joined(choices.map(typeOf), ' or ')
  if (schema.allOf) return joined(schema.allOf.map(typeOf), ' and ')
  const types = [schema.type ?? 'any'].flat()
  const others = types.filter((type) => type !== 'null')
  if (others.length > 0 && others.length < types.length) return html`${typeOf({ ...schema, type: others })} or null`
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  if (isFile(schema)) return html`file`
  return html`${types.map((type) => TYPES[type] ?? type).join(' or ')}${schema.format !== undefined && ` (${schema.format})`}`
}

const TYPES: Record<string, string> = { string: 'text', integer: 'whole number' }

/** A range in words: `1 to 100 characters`. */
function range(limits: [least: unknown, most: unknown], unit: string): string[] {
  const [low, high] = limits.map((limit) => (typeof limit === 'number' ? limit : undefined))
  if (low === undefined && high === undefined) return []
  if (low === undefined) return [`at most ${high}${unit}`]
  return [high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`]
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, default: usual } = schema
  return [
    ...range([minimum, maximum], ''),
    ...(typeof exclusiveMinimum === 'number' ? [`more than ${exclusiveMinimum}`] : []),
    ...range([minLength, maxLength], ' characters'),
    ...range([minItems, maxItems], ' items'),
    ...(usual !== '' && ['string', 'number', 'boolean'].includes(typeof usual) ? [`${String(usual)} by default`] : []),
  ]
}

/** Further facts of a value: its limits, and its possible values. */
export function rulesOf(schema: Schema): Markup {
  const described = { ...schema, ...choicesOf(schema).find((one) => !isNull(one) && one.$ref === undefined) }
  const limits = limitsOf(described)
  const values = described.items?.enum ?? described.enum ?? (described.const === undefined ? [] : [described.const])
  const known = values.filter((value) => value !== null).map((value) => html`<code>${String(value)}</code>`)
  return html`${limits.length > 0 && html` <span class="rule">${limits.join(' · ')}</span>`}${
    known.length > 0 && html` <span class="values">${joined(known, ' ')}</span>`
  }`
}

/** The fields of a value, and of what is in it; what is a component of its own is a link. */
export function fieldsOf(schema: Schema): Markup {
  const parts = [...choicesOf(schema), ...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])]
  const inner = parts.filter(({ $ref }) => $ref === undefined).map(fieldsOf)
  const others = schema.additionalProperties
  const required = new Set(schema.required)
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => fieldOf(name, field, required.has(name)))
  const rest = isSchema(others) ? [fieldOf('any name', others, false)] : []
  return html`${[...own, ...rest].length > 0 && html`<ul class="fields">${[...own, ...rest]}</ul>`}${inner}`
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function fieldOf(name: string, schema: Schema, isRequired: boolean): Markup {
  const description = schema.description ?? choicesOf(schema).find((one) => one.description !== undefined)?.description
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span>${
    !isRequired && html` <span class="rule">optional</span>`
  }${rulesOf(schema)}${description !== undefined && html` <span class="about">${prose(description)}</span>`}${
    schema.$ref === undefined && fieldsOf(schema)
  }</li>`
}

/** A component with its fields. */
export const componentSection = ([name, schema]: [string, Schema]): Markup =>
  html`<details class="item" data-find="${name.toLowerCase()}"><summary><h3><code>${name}</code></h3></summary>
<div class="body" id="${anchorOf(name)}">${
    schema.description !== undefined && html`<p>${prose(schema.description)}</p>`
  }${shapeOf(schema)}</div></details>`

/** Shape of a body or a component: its type if it is no object of its own, and its fields. */
export const shapeOf = (schema: Schema): Markup =>
  html`${schema.type !== 'object' && html`<p class="type">${typeOf(schema)}${rulesOf(schema)}</p>`}${fieldsOf(schema)}`
