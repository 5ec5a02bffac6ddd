import { html, nothing, type TemplateResult } from 'lit-html'
import { act, redraw } from './page.ts'
import { t } from './texts.ts'

interface Read<Entry, Meta> {
  data: Entry[]
  meta: Meta
}

/** A list that is read page by page: the first with the screen, each further one when somebody asks for it. */
export async function paged<Entry, Meta extends { page: number; last_page: number }>(
  read: (page: number) => Promise<Read<Entry, Meta>>,
) {
  let { data, meta } = await read(1)
  const more = () =>
    act(async () => {
      const next = await read(meta.page + 1)
      data = [...data, ...next.data]
      meta = next.meta
    })
  return {
    data: (): Entry[] => data,
    /** Number of the page read last. */
    meta: (): Meta => meta,
    /** Begins anew. */
    async refresh(): Promise<void> {
      ;({ data, meta } = await read(1))
      redraw()
    },
    /** Reads again all pages that are shown. */
    async reload(): Promise<void> {
      const pages = await Promise.all(Array.from({ length: meta.page }, (_, index) => read(index + 1)))
      data = pages.flatMap((page) => page.data)
      meta = pages.at(-1)?.meta ?? meta
      redraw()
    },
    /** The button for the next page, where there is one. */
    more: (): TemplateResult | typeof nothing =>
      meta.page < meta.last_page
        ? html`<button type="button" class="second" @click=${more}>${t.more}</button>`
        : nothing,
  }
}
