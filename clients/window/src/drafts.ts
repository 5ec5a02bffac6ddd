import { html, nothing, type TemplateResult } from 'lit-html'
import { Directive, directive, type ElementPart } from 'lit-html/directive.js'
import { accounts } from './account-texts.ts'
import { DRAFTS, storage } from './client.ts'
import { page, redraw } from './page.ts'

/** Typed values of a form by their fields, and the state of what they change when that was typed. */
interface Draft {
  version: string
  fields: Record<string, string | boolean>
}

/** Drafts of forms that are shown, by their places; undefined: none. */
const drafts = new Map<string, Draft | undefined>()
/** Places of the drafts that were typed before the page was loaded. */
const old = new Set<string>()

/** Names the place of a draft: each person who signs in has their own. */
const placeOf = (key: string): string => `${DRAFTS}${page.me?.id} ${key}`

/** Reads what was typed into a form and not sent; undefined: nothing. */
export function readDraft(key: string): Draft | undefined {
  const place = placeOf(key)
  if (drafts.has(place)) return drafts.get(place)
  const kept = storage.getItem(place)
  const draft = kept === null ? undefined : (JSON.parse(kept) as Draft)
  drafts.set(place, draft)
  if (draft) old.add(place)
  return draft
}

/** Tells whether a draft was typed before the page was loaded. */
export const isOld = (key: string): boolean => old.has(placeOf(key))

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isCheck = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

/** The name of what a field adds to a draft; undefined: secrets and files are not kept. */
const nameOf = (field: Field): string | undefined =>
  field.name === '' || field.type === 'file' || /password/.test(field.type + field.name)
    ? undefined
    : isCheck(field)
      ? `${field.name}=${field.value}`
      : field.name

function restore(form: HTMLFormElement, key: string): void {
  const fields = readDraft(key)?.fields ?? {}
  for (const field of form.elements as HTMLCollectionOf<Field & Element>) {
    const name = nameOf(field)
    const kept = name === undefined ? undefined : fields[name]
    if (kept === undefined || kept === (isCheck(field) ? field.checked : field.value)) continue
    if (isCheck(field)) field.checked = kept === true
    else field.value = String(kept)
    // A choice may show other fields, and people have another price.
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Forgets what was typed into a form. */
export function forgetDraft(key: string): void {
  const place = placeOf(key)
  drafts.set(place, undefined)
  old.delete(place)
  storage.removeItem(place)
}

/** Keeps a form's typed values in the browser until it is sent, also over a reload, and over newer values of the service. */
class Kept extends Directive {
  private key = ''
  private version = ''

  override update({ element }: ElementPart, [key, version]: [string, string?]): typeof nothing {
    const form = element as HTMLFormElement
    if (this.key === '') {
      form.addEventListener('input', ({ target }) => this.keep(target as Field))
      form.addEventListener('sent', () => forgetDraft(this.key))
    }
    this.key = key
    this.version = version ?? ''
    // The fields are drawn after their form.
    queueMicrotask(() => restore(form, key))
    return nothing
  }

  private keep(field: Field): void {
    const name = nameOf(field)
    if (name === undefined) return
    const { version, fields } = readDraft(this.key) ?? { version: this.version, fields: {} }
    const draft = { version, fields: { ...fields, [name]: isCheck(field) ? field.checked : field.value } }
    const place = placeOf(this.key)
    drafts.set(place, draft)
    storage.setItem(place, JSON.stringify(draft))
  }

  render(_key: string, _version?: string): typeof nothing {
    return nothing
  }
}

export const drafted = directive(Kept)

/** The file of a draft, which is not kept, and its control. */
export function fileChoice() {
  let file: File | undefined
  const choose = (event: Event) => {
    file = (event.target as HTMLInputElement).files?.[0]
    redraw()
  }
  const clear = () => {
    file = undefined
    redraw()
  }
  return {
    file: () => file,
    clear,
    /** Name of the chosen file. */
    chosen: (): TemplateResult | typeof nothing =>
      file === undefined
        ? nothing
        : html`<p class="small">${accounts.inbox.attached(file.name)} <button type="button" class="quiet" @click=${clear}>${accounts.inbox.detach}</button></p>`,
    control:
      (): TemplateResult => html`<label class="attach" title=${accounts.inbox.attach}><span aria-hidden="true">+</span><span class="hidden">${accounts.inbox.attach}</span>
      <input type="file" name="attachment" class="hidden" accept="image/jpeg,image/png,image/webp,application/pdf" @change=${choose} /></label>`,
  }
}
