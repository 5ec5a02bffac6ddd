import { html, nothing, type TemplateResult } from 'lit-html'
import { page, redraw } from './page.ts'
import { isDemo } from './settings.ts'
import { t } from './texts.ts'

type Step = keyof typeof t.tour.steps

const KEY = 'sejour-tour'
const HIDDEN = 'hidden'

/** Address of each step; steps of other people open a tab of theirs. */
const PATHS: Record<Step, string> = {
  search: '/',
  book: '/',
  write: '/inbox',
  answer: '/?as=owner&to=/inbox',
  refund: '/?as=support&to=/support',
}

/** All tabs share what has been done. */
const done = (): Set<string> => new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean))

function add(word: string): void {
  if (!isDemo) return
  localStorage.setItem(KEY, [...done().add(word)].join(' '))
  redraw()
}

/** Ticks a step off. */
export const tick = (step: Step): void => add(step)

/** Steps that others have done, or the service: they are told by push. */
export function tickHeard(event: 'message' | 'notification', type?: string): void {
  const role = page.me?.role
  if (event === 'message' && role === 'user') tick('answer')
  if (event === 'message' && role === 'owner') tick('write')
  if (type === 'reservation_confirmed' || type === 'payment_received' || type === 'reservation_inquiry') tick('book')
  if (type?.startsWith('refund_')) tick('refund')
}

window.addEventListener('storage', ({ key }) => {
  if (key === KEY) redraw()
})

function step(name: Step, isDone: boolean): TemplateResult {
  const isElsewhere = PATHS[name].startsWith('/?as=')
  const mark = isDone
    ? html`<span class="mark" aria-hidden="true">✓</span><span class="hidden">${t.tour.done} </span>`
    : nothing
  const text = t.tour.steps[name]
  const link = isElsewhere
    ? html`<a href=${PATHS[name]} target="_blank" rel="noopener">${text}</a>`
    : html`<a href=${PATHS[name]}>${text}</a>`
  return html`<li class=${isDone ? 'done' : ''}>${mark}${link}</li>`
}

/** The strip of five steps that shows what there is. */
export function tour(): TemplateResult | typeof nothing {
  const all = done()
  if (!isDemo || all.has(HIDDEN)) return nothing
  return html`<nav class="tour" aria-label=${t.tour.title}>
    <ol>
      ${(Object.keys(PATHS) as Step[]).map((name) => step(name, all.has(name)))}
    </ol>
    <button type="button" class="quiet" @click=${() => add(HIDDEN)}>${t.tour.hide}</button>
  </nav>`
}
