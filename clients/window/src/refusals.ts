import { SejourError, sentenceOf } from './client.ts'
import { t } from './texts.ts'

/** A refusal by the page itself: sentences by the name of their field. */
export class WrongFields extends Error {
  readonly sentences: Record<string, string[]>

  constructor(sentences: Record<string, string[]>) {
    super('wrong fields')
    this.sentences = sentences
  }
}

/** The last event by which a person asked for something. */
let last: SubmitEvent | undefined
for (const type of ['click', 'submit', 'change'])
  document.addEventListener(type, (event) => (last = event as SubmitEvent), true)

/** The control that asks for something now, the form where it is refused, and whether it sends that form. */
export function asking() {
  const target = last?.target instanceof Element ? last.target : undefined
  const used = last?.submitter ?? target
  return {
    control: used?.closest('button, a') ?? used,
    form: target?.closest('form') ?? undefined,
    sends: last?.type === 'submit',
  }
}

/** Removes the signs of a refusal within an element, or everywhere. */
export function clearRefusals(within: ParentNode = document): void {
  for (const sentence of within.querySelectorAll('.refused')) sentence.remove()
  for (const field of within.querySelectorAll('[aria-invalid]'))
    for (const name of ['aria-invalid', 'aria-describedby']) field.removeAttribute(name)
}

// A field that is typed anew is no longer the refused one.
document.addEventListener('input', ({ target }) => {
  const field = target as Element
  if (field.matches('[aria-invalid]')) clearRefusals(field.closest('fieldset, label')?.parentElement ?? document)
})

/** Says something where it belongs, until the next attempt. */
function sayIn(place: Element, sentence: string, kind: string): HTMLElement {
  const said = document.createElement('p')
  Object.assign(said, { className: `refused ${kind}`, textContent: sentence })
  place.append(said)
  return said
}

/** The field of a form, or beside it, that a name of the API means: `guest.email` is `email`. */
function fieldOf(form: Element, name: string): HTMLElement | undefined {
  const names = [name, ...name.split('.').reverse()].map((one) => `[name="${CSS.escape(one)}"]:not([type=hidden])`)
  const around = form.parentElement?.closest('section, aside, dialog')
  for (const place of around ? [form, around] : [form])
    for (const selector of names) {
      const field = place.querySelector<HTMLElement>(selector)
      if (field) return field
    }
  return undefined
}

/** True if a refusal ends once the address is verified: `not_verified`, `email_unverified`. */
export const isUnproved = (failure: unknown): boolean =>
  failure instanceof SejourError && failure.code.endsWith('verified')

let count = 0

function mark(field: HTMLElement, sentence: string): void {
  const place = (field.matches('[type=radio], [type=checkbox]') && field.closest('fieldset')) || field.closest('label')
  const said = sayIn(place ?? field.parentElement ?? document.body, sentence, 'small')
  // The description of the field, not a part of its name.
  Object.assign(said, { id: `refused-${++count}`, ariaHidden: 'true' })
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', said.id)
  field.closest('details')?.setAttribute('open', '')
}

/**
 * Shows a refusal once: at the fields that it is about, and what is about none at the end of their form.
 * @param moves true if the focus goes to the first wrong field
 * @returns what has no place, for a toast
 */
export function showRefusal(failure: unknown, form: Element | undefined, moves: boolean): string | undefined {
  const sentences = failure instanceof SejourError || failure instanceof WrongFields ? failure.sentences : {}
  const wrong: HTMLElement[] = []
  const rest: string[] = []
  for (const [name, texts] of Object.entries(sentences)) {
    const field = form?.isConnected ? fieldOf(form, name) : undefined
    if (field) {
      mark(field, texts.join(' '))
      wrong.push(field)
    } else rest.push(texts.join(' '))
  }
  if (moves) wrong[0]?.focus()
  if (wrong.length > 0 && rest.length === 0) return undefined
  const sentence = rest.length > 0 ? rest.join(' ') : sentenceOf(failure, t.offline)
  if (isUnproved(failure))
    void import('./screens/verification.ts').then(({ offerVerification }) =>
      offerVerification(form ?? asking().control),
    )
  if (!form?.isConnected) return sentence
  sayIn(form, sentence, 'say bad').setAttribute('role', 'alert')
  return undefined
}
