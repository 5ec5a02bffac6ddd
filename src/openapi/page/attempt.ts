import { bodyOf, fieldsOfExample, type Placed, takesToken } from './curl.ts'
import { html, type Markup } from './markup.ts'

const textOf = (example: unknown): string =>
  typeof example === 'object' ? JSON.stringify(example) : String(example ?? '')

const input = (where: string, name: string, value: string, note: string): Markup =>
  html`<label><span>${name}${note !== '' && html` <small>${note}</small>`}</span><input name="${where}:${name}" value="${value}" autocomplete="off"></label>`

/** The form that sends an operation from the page; its script shows and handles it. Pure. */
export function attemptForm(placed: Placed): Markup {
  const { method, path, operation } = placed
  const parameters = (operation.parameters ?? []).map(({ name, in: where, required, example }) =>
    input(where, name, textOf(example ?? ''), required ? `${where}, required` : where),
  )
  const type = bodyOf(placed)?.type
  return html`<form class="try" hidden data-method="${method.toUpperCase()}" data-path="${path}"${
    type !== undefined && html` data-type="${type}"`
  }${takesToken(placed) && html` data-token`}><h4>Try it</h4>${parameters}${content(placed)}<button>Send ${method.toUpperCase()}</button>
<div class="answer" role="status"></div></form>`
}

function content(placed: Placed): Markup {
  const body = bodyOf(placed)
  if (body === undefined) return html``
  if (body.type === 'application/json') {
    const text = JSON.stringify(body.example ?? {}, null, 2)
    const rows = Math.min(text.split('\n').length + 1, 14)
    return html`<label><span>body <small>JSON</small></span><textarea name="json" rows="${rows}" spellcheck="false">
${text}</textarea></label>`
  }
  const examples = new Map(fieldsOfExample(body.example))
  const fields = Object.entries(body.schema?.properties ?? {}).map(([name, { format }]) =>
    format === 'binary'
      ? html`<label><span>${name} <small>file</small></span><input type="file" name="form:${name}"></label>`
      : input('form', name, textOf(examples.get(name) ?? ''), 'form'),
  )
  return html`${fields}`
}
