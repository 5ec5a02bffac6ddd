import { escapeHtml } from '../../http/html.ts'

/** HTML that is safe to send: made by `html`, which escapes every text that is put into it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | Markup[] | false | undefined

const textOf = (value: Value): string => {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(({ text }) => text).join('')
  return value instanceof Markup ? value.text : escapeHtml(String(value))
}

/** A template of HTML. Pure. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(String.raw({ raw: parts }, ...values.map(textOf)))

/** Pieces of HTML with something between them. Pure. */
export const joined = (pieces: Markup[], between: string): Markup =>
  new Markup(pieces.map(({ text }) => text).join(escapeHtml(between)))

/** A sentence in which `code` stands between backticks. Pure. */
export const prose = (text: string): Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
