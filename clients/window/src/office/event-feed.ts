import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, type Schemas } from '../client.ts'
import { clock } from '../format.ts'
import { o } from '../office-texts.ts'
import { follow, redraw } from '../page.ts'
import { office } from './client.ts'

type Event = Schemas['Event']

/** Number of latest events kept in sight. */
const SHOWN = 50

/** Seconds that a request waits for an event. */
const WAIT = 25

/** Events as they happen, while somebody listens: the feed is read as a program reads it. */
export function eventFeed() {
  let events: Event[] = []
  let listening: AbortController | undefined

  const stop = () => {
    listening?.abort()
    listening = undefined
    redraw()
  }
  const listen = () => {
    const controller = new AbortController()
    listening = controller
    redraw()
    void follow(async () => {
      let after = 'latest'
      while (!controller.signal.aborted) {
        const query = { after, ...(after !== 'latest' && { wait: WAIT }) }
        const page = await office()
          .GET('/api/v1/events', { params: { query }, signal: controller.signal })
          .catch((failure: unknown) => {
            if (controller.signal.aborted) return undefined
            throw failure
          })
        if (page === undefined) return
        const { data, meta } = bodyOf(page)
        after = meta.next
        events = [...data.toReversed(), ...events].slice(0, SHOWN)
        redraw()
      }
    }).finally(() => {
      if (listening === controller) stop()
    })
  }

  const row = (one: Event): TemplateResult => html`<li>
    <details class="fold whole">
      <summary><span><code>${one.type}</code> <small>${clock(one.created_at)} · ${one.subject_id}</small></span></summary>
      <pre tabindex="0">${JSON.stringify(one.data, null, 2)}</pre>
    </details>
  </li>`

  return {
    stop,
    view: (): TemplateResult => html`<section class="card">
      <div class="between">
        <h2>${o.developers.feed}</h2>
        <button type="button" class="second" aria-pressed=${listening ? 'true' : 'false'} @click=${listening ? stop : listen}>${listening ? o.developers.stop : o.developers.listen}</button>
      </div>
      <p class="small muted">${o.developers.feedAbout}</p>
      <div role="log" aria-label=${o.developers.feed}>
        ${listening && events.length === 0 ? html`<p class="muted">${o.developers.nothingYet}</p>` : nothing}
        <ul class="plain">${events.map(row)}</ul>
      </div>
    </section>`,
  }
}
