import type { TemplateResult } from 'lit-html'
import type { UserEvents } from '../../typescript/src/index.ts'
import type { Me } from './client.ts'
import type { Question } from './dialog.ts'
import { asking, clearRefusals, showRefusal } from './refusals.ts'

/** Listener to the events of the user while it is shown. */
type Heard = { [Name in keyof UserEvents]?: (data: UserEvents[Name]) => void }

/** Content between the head and the foot of the page. */
export interface Screen {
  title: string
  /** Pure but for what the screen keeps: called for each drawing. */
  view(): TemplateResult
  heard?: Heard
  /** Reads again what is shown: after a time without a connection something may have happened. */
  refresh?(): Promise<void>
  close?(): void
}

/** The drawn content. */
export const page = {
  me: undefined as Me | undefined,
  unread: { bell: 0, inbox: 0 },
  screen: undefined as Screen | undefined,
  /** The address of the last search, which a home leads back to, also after a reload. */
  search: sessionStorage.getItem('sejour-search') ?? '/',
  /** The path of the screen before the present one; empty: none. */
  from: '',
  isLoading: true,
  /** The next screen takes long: grey blocks stand in the place of the last one. */
  isSlow: false,
  /** Something is being done: further clicks wait for its end. */
  isBusy: false,
  problem: undefined as string | undefined,
  notice: undefined as string | undefined,
  /** Takes back the work that the notice is about. */
  undo: undefined as (() => Promise<unknown>) | undefined,
}

let draw = (): void => undefined
let isDue = false

export const drawBy = (drawing: () => void): void => {
  draw = drawing
}

/** Draws the page, once after all that happens now. */
export function redraw(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    draw()
  })
}

/** Moves the focus to the heading of what has replaced a control: the first of its kind in the content, after the drawing. */
export function focusHeading(selector = 'h1'): void {
  queueMicrotask(() => {
    const heading = document.querySelector<HTMLElement>(`main ${selector}`)
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  })
}

/** Asks before something that cannot be undone. */
export const isSure = async (action: string): Promise<boolean> => (await ask({ action })) !== undefined

/** Asks for words that an action needs; undefined: it is left. */
export const ask = async (question: Question): Promise<string | undefined> =>
  (await import('./dialog.ts')).askFor(question)

/**
 * Does something that a person asked for: one thing at a time. Its control answers at once, and a refusal stands at its form.
 * A form that it has sent hears `sent`.
 */
export async function act(work: () => Promise<unknown>): Promise<void> {
  if (page.isBusy) return
  const { control, form, sends } = asking()
  const part = control?.closest('main section, main .card')
  Object.assign(page, { isBusy: true, problem: undefined, notice: undefined, undo: undefined })
  clearRefusals()
  control?.setAttribute('aria-busy', 'true')
  redraw()
  try {
    await work()
    if (sends) form?.dispatchEvent(new Event('sent'))
  } catch (failure) {
    page.problem = showRefusal(failure, form, true)
  } finally {
    page.isBusy = false
    control?.removeAttribute('aria-busy')
    redraw()
    queueMicrotask(() => keepFocus(part))
  }
}

/** Moves the focus of a control that is gone to the heading of its part, or to the content. */
function keepFocus(part: Element | null | undefined): void {
  if (document.activeElement !== document.body) return
  const heading = part?.isConnected ? part.querySelector<HTMLElement>('h2, h3') : null
  heading?.setAttribute('tabindex', '-1')
  const place = heading ?? document.getElementById('main')
  place?.focus({ preventScroll: true })
}

/**
 * Reads something while the page stays usable. A refusal stands at its form.
 * @param place selects another form than the control's
 */
export async function follow(work: () => Promise<unknown>, place?: string): Promise<void> {
  const form = (place === undefined ? null : document.querySelector(place)) ?? asking().form
  page.problem = undefined
  clearRefusals()
  redraw()
  try {
    await work()
  } catch (failure) {
    page.problem = showRefusal(failure, form, false)
  }
  redraw()
}

/** Does something that nobody has asked for, such as reading again what a push was about: a failure is not told. */
export function quietly(work: () => Promise<unknown> | undefined): void {
  work()?.catch(() => undefined)
}

/** Time for which a notice is shown that offers nothing. */
const TOLD_MS = 8_000

/** Tells that something went well. @param undo takes it back, where that is possible */
export function tell(notice: string, undo?: () => Promise<unknown>): void {
  Object.assign(page, { notice, undo })
  redraw()
  if (undo) return
  setTimeout(() => {
    if (page.notice !== notice || page.undo) return
    page.notice = undefined
    redraw()
  }, TOLD_MS)
}

/** Values of a form, by field name; empty ones are left out. */
export function fieldsOf(event: SubmitEvent): Record<string, string> {
  event.preventDefault()
  return valuesOf(event.currentTarget as HTMLFormElement)
}

/** Values that stand in a form, by field name; empty ones are left out. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, value.trim()]))
}

let go = (_path: string): void => undefined

export const navigateBy = (navigation: (path: string) => void): void => {
  go = navigation
}

/** Goes to another screen. */
export const navigate = (path: string): void => go(path)

let askWho = (): void => undefined

export const signInBy = (asking: () => void): void => {
  askWho = asking
}

/** Asks who is there, and comes back to the present address. */
export const askToSignIn = (): void => askWho()
