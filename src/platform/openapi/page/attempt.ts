import { bodyOf, fieldsOfExample, type Placed, takesToken } from './curl.ts'
import { html, type Markup } from './markup.ts'
import { isFile } from './schema.ts'

const textOf = (example: unknown): string =>
  typeof example === 'object' ? JSON.stringify(example) : String(example ?? '')

const input = (
  where: string,
  name: string,
  value: string,
  { note, required }: { note: string; required?: boolean },
): Markup =>
  html`<label><span>${name} <small>${note}</small></span><input name="${where}:${name}" value="${value}" autocomplete="off"${
    name.includes('password') && html` type="password"`
  }${required && html` required`}></label>`

const file = (name: string): Markup =>
  html`<label><span>${name} <small>file</small></span><input type="file" name="form:${name}"></label>`

/** The fields of a form that take a file. */
const filesOf = ({ operation: { requestBody } }: Placed): string[] => {
  const fields = requestBody?.content['multipart/form-data']?.schema?.properties ?? {}
  return Object.entries(fields).flatMap(([name, schema]) => (isFile(schema) ? [name] : []))
}

/** The form that sends an operation from the page; its script shows and handles it. Pure. */
export function attemptForm(placed: Placed): Markup {
  const { method, path, operation } = placed
  const parameters = (operation.parameters ?? []).map(({ name, in: where, required, example }) =>
    input(where, name, textOf(example ?? ''), {
      note: required ? `${where}, required` : where,
      required: required ?? false,
    }),
  )
  const type = bodyOf(placed)?.type
  const example = operation['x-demo-account']
  return html`<form class="try" hidden data-method="${method.toUpperCase()}" data-path="${path}"${
    type !== undefined && html` data-type="${type}"`
  }${takesToken(placed) && html` data-token`}><h4>Try it</h4>${
    takesToken(placed) &&
    html`<p>It goes with your token: <a href="#try">sign in</a>${example && ` as the ${example} of the demo`} first.</p>`
  }${parameters}${content(placed)}<button>Send ${method.toUpperCase()}</button>
<div class="answer" role="status"></div></form>`
}

function content(placed: Placed): Markup {
  const body = bodyOf(placed)
  if (body === undefined) return html``
  if (body.type === 'application/json') {
    const text = JSON.stringify(body.example ?? {}, null, 2)
    const rows = Math.min(text.split('\n').length + 1, 14)
    return html`<label><span>body <small>JSON</small></span><textarea name="json" rows="${rows}" spellcheck="false">
${text}</textarea></label>${filesOf(placed).map(file)}`
  }
  const examples = new Map(fieldsOfExample(body.example))
  const fields = Object.entries(body.schema?.properties ?? {}).map(([name, schema]) =>
    isFile(schema) ? file(name) : input('form', name, textOf(examples.get(name) ?? ''), { note: 'form' }),
  )
  return html`${fields}`
}
