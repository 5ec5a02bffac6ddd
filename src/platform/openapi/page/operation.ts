import { STATUS_CODES } from 'node:http'
import { nameOf, type OpenApiDocument, type Response, type Schema } from '../document.ts'
import { attemptForm } from './attempt.ts'
import { curlOf, type Placed } from './curl.ts'
import { html, joined, type Markup, prose } from './markup.ts'
import { fieldsOf, rulesOf, shapeOf, typeOf } from './schema.ts'

/** Parts of the page. */
export interface Source {
  document: OpenApiDocument
  publicUrl: string
  /** The readers of the page, if it is not for all, among all there are. */
  audience?: string | undefined
  audiences: Readonly<Record<string, string>>
}

const CALLERS: Record<string, string> = {
  bearer: 'a signed-in account',
  signedAddress: 'anyone with the signed address',
  webhookSecret: 'a channel manager, with the secret of its subscription',
}

/** Permitted callers of an operation, in words. Pure. */
export function callersOf({ operation: { security = [] } }: Placed): string {
  const choices = security.map((choice) => Object.keys(choice))
  if (choices.every(({ length }) => length === 0)) return 'Public.'
  if (choices.some(({ length }) => length === 0)) return 'Public. With a token, the answer has more fields.'
  return `For ${choices.map(([name = '']) => CALLERS[name] ?? name).join(', or ')}.`
}

const jsonBlock = (value: unknown): Markup =>
  html`<pre><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`

function parameters({ operation }: Placed): Markup | undefined {
  const known = operation.parameters ?? []
  if (known.length === 0) return undefined
  const rows = known.map(
    ({ name, in: where, required, schema = {}, description }) =>
      html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span> <span class="rule">in the ${where}${
        required ? ' · required' : ''
      }</span>${rulesOf(schema)}${description !== undefined && html` <span class="about">${prose(description)}</span>`}</li>`,
  )
  return html`<h4>Parameters</h4><ul class="fields">${rows}</ul>`
}

/** A body or an answer with its fields, also when it is a component. */
const shapeIn = (schema: Schema, { document }: Source): Markup =>
  html`${shapeOf(schema)}${
    schema.$ref !== undefined && fieldsOf(document.components.schemas[nameOf(schema.$ref)] ?? {})
  }`

function body({ operation: { requestBody } }: Placed, source: Source): Markup[] {
  // JSON and a form mostly take the same fields.
  const alike = Map.groupBy(Object.entries(requestBody?.content ?? {}), ([, media]) => JSON.stringify(media))
  return [...alike.values()].map((same) => {
    const [[, { schema, example }] = ['', {}]] = same
    return html`<h4>Body <small>${same.map(([type]) => type).join(' or ')}</small></h4>${schema && shapeIn(schema, source)}${
      example !== undefined && html`<h5>Example</h5>${jsonBlock(example)}`
    }`
  })
}

const isSuccess = (status: string): boolean => Number(status) < 400

function answers({ operation: { responses } }: Placed, source: Source): Markup[] {
  return Object.entries(responses)
    .filter(([status]) => isSuccess(status))
    .map(([status, { description = '', content = {} }]) => {
      const said = description === STATUS_CODES[status] ? '' : description
      const bodies = Object.entries(content).map(
        ([type, { schema, example }]) =>
          html`${type !== 'application/json' && html`<p class="type">${type}</p>`}${schema && shapeIn(schema, source)}${
            example !== undefined && html`<h5>Example</h5>${jsonBlock(example)}`
          }`,
      )
      return html`<h4>Answer <small>${status} ${STATUS_CODES[status]}</small></h4>${
        said !== '' && html`<p>${prose(said)}</p>`
      }${bodies}`
    })
}

/** The codes of a refusal: its schema, or a part of it, lists them. */
function codesOf({ content }: Response): unknown[] {
  const schema: Schema = content?.['application/json']?.schema ?? {}
  return [schema, ...(schema.allOf ?? [])].flatMap(
    ({ properties }) => properties?.code?.enum ?? properties?.code?.const ?? [],
  )
}

function refusals({ operation: { responses } }: Placed, { document }: Source): Markup | undefined {
  const rows = Object.entries(responses)
    .filter(([status]) => !isSuccess(status))
    .map(([status, given]) => {
      const response = given.$ref === undefined ? given : (document.components.responses?.[nameOf(given.$ref)] ?? given)
      const codes = codesOf(response).map((code) => html`<code>${String(code)}</code>`)
      return html`<li><b>${status}</b> ${prose(response.description ?? '')}${
        codes.length > 0 && html` <span class="values">${joined(codes, ' ')}</span>`
      }</li>`
    })
  return rows.length === 0 ? undefined : html`<h4>Refusals</h4><ul class="fields">${rows}</ul>`
}

/** Words by which the filter of the page finds an operation. */
const keywords = ({ method, path, operation: { operationId = '', summary = '', description = '' } }: Placed): string =>
  `${method} ${path} ${operationId} ${summary} ${description}`.toLowerCase()

/** An operation, closed until it is opened. Pure. */
export function operationSection(placed: Placed, source: Source): Markup {
  const { method, path, operation } = placed
  const { operationId = '', summary = '', description, deprecated } = operation
  return html`<details class="item" data-find="${keywords(placed)}"><summary><h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code>
<span class="sum">${prose(summary)}</span></h3></summary><div class="body" id="${operationId}">${
    deprecated && html`<p class="notice">Deprecated: it will end.</p>`
  }${description !== undefined && html`<p>${prose(description)}</p>`}<p>${callersOf(placed)} <a class="self" href="#${operationId}">${operationId}</a></p>
${parameters(placed)}${body(placed, source)}${answers(placed, source)}${refusals(placed, source)}<h4>With curl</h4>${jsonBlock(
    curlOf(placed, source.publicUrl),
  )}${attemptForm(placed)}</div></details>
`
}
