import { html, type TemplateResult } from 'lit-html'
import { o } from '../office-texts.ts'
import type { Screen } from '../page.ts'
import { endpointsPart } from './endpoints.ts'
import { eventFeed } from './event-feed.ts'
import { keysPart } from './keys.ts'

/** Tools of the company’s programs: keys, webhook endpoints and the feed of events. */
export async function developers(): Promise<Screen> {
  const [keys, endpoints] = await Promise.all([keysPart(), endpointsPart()])
  const feed = eventFeed()
  return {
    title: o.developers.title,
    close: feed.stop,
    refresh: async () => {
      await Promise.all([keys.refresh(), endpoints.refresh()])
    },
    view: (): TemplateResult => html`
      <div class="title"><h1>${o.developers.title}</h1><a class="button second" href="/docs">${o.developers.reference}</a></div>
      <div class="halves">
        <div class="stack">${keys.view()}</div>
        <div class="stack">${endpoints.view()} ${feed.view()}</div>
      </div>
    `,
  }
}
