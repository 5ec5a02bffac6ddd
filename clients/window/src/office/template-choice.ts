import { html, nothing, type TemplateResult } from 'lit-html'
import { dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { o } from '../office-texts.ts'
import { act, redraw } from '../page.ts'
import { office } from './client.ts'

/**
 * Templates of the company for a message, written for its stay. They are read when somebody opens them.
 * @param insert takes the words
 */
export function templateChoice(reservation_id: number, insert: (words: string) => void) {
  let list: Schemas['MessageTemplate'][] | undefined
  const turn = () =>
    act(async () => {
      list = list ? undefined : dataOf(await office().GET('/api/v1/message-templates'))
      redraw()
    })
  const choose = (id: number) =>
    act(async () => {
      const params = { path: { id } }
      const body = { reservation_id }
      const { content } = dataOf(await office().POST('/api/v1/message-templates/{id}/preview', { params, body }))
      list = undefined
      redraw()
      insert(content)
    })
  return (): TemplateResult | typeof nothing =>
    can('guests.read')
      ? html`<button type="button" class="second" aria-expanded=${list ? 'true' : 'false'} @click=${turn}>${o.inbox.template}</button>
        ${
          list === undefined
            ? nothing
            : html`<ul class="plain wide templates">
              ${list.length === 0 ? html`<li><a class="linked" href="/templates">${o.templates.none}</a></li>` : nothing}
              ${list.map(({ id, name }) => html`<li><button type="button" class="quiet" @click=${() => choose(id)}>${name}</button></li>`)}
            </ul>`
        }`
      : nothing
}
