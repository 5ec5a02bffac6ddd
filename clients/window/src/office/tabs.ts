import { html, type TemplateResult } from 'lit-html'
import { redraw } from '../page.ts'

interface Tab<Name extends string> {
  name: Name
  title: string
  view(): TemplateResult
}

/** Tabs, one of them open: the first one, until another is chosen. Arrow keys move between them. */
export function tabs<Name extends string>(id: string, label: string) {
  let open: Name | undefined

  const choose = (name: Name) => {
    open = name
    redraw()
    queueMicrotask(() => document.getElementById(`${id}-${name}`)?.focus())
  }
  const onKey = (event: KeyboardEvent, all: Tab<Name>[], place: number) => {
    const steps: Record<string, number> = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }
    const step = steps[event.key]
    const next = step === undefined ? undefined : all.at(step % all.length)
    if (!next) return
    event.preventDefault()
    choose(next.name)
  }

  return {
    view(all: Tab<Name>[]): TemplateResult {
      const present = all.find(({ name }) => name === open) ?? all[0]
      return html`<div class="tabs" role="tablist" aria-label=${label}>
          ${all.map(
            (tab, place) => html`<button
              type="button"
              role="tab"
              id="${id}-${tab.name}"
              aria-controls="${id}-panel"
              aria-selected=${tab === present ? 'true' : 'false'}
              tabindex=${tab === present ? 0 : -1}
              @click=${() => choose(tab.name)}
              @keydown=${(event: KeyboardEvent) => onKey(event, all, place)}
            >${tab.title}</button>`,
          )}
        </div>
        <div role="tabpanel" id="${id}-panel" aria-labelledby="${id}-${present?.name}">${present?.view()}</div>`
    },
  }
}
