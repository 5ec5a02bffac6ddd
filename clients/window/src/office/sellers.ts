import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { inWords } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, redraw, type Screen, tell } from '../page.ts'
import { office } from './client.ts'

type Seller = Schemas['Seller']
type Rule = Schemas['LawfulRule']

const SUBJECTS = ['documents', 'business_documents', 'cash'] as const
const KINDS = ['business', 'private'] as const

/** A rule of the law, with its sentence, its source, and a change that is near. */
export const ruleView = ({ state, text, next, allowed_by, source, checked_on }: Rule): TemplateResult => html`
  ${o.sellers.states[state]}${allowed_by === null ? nothing : html`, ${o.sellers.allowedBy(allowed_by)}`}
  ${text === null ? nothing : html`<br /><small>${text}</small>`}
  ${next === null ? nothing : html`<br /><small>${o.sellers.from(inWords(next.from))}: ${next.text ?? o.sellers.states[next.state]}</small>`}
  ${source === null || checked_on === null ? nothing : html`<br /><small class="muted">${o.sellers.source(source, inWords(checked_on))}</small>`}`

/** Sellers in whose names documents are issued, and what the law of their countries lets them do here. */
export async function sellers(): Promise<Screen> {
  const readAll = async () => dataOf(await office().GET('/api/v1/sellers'))
  const [first, countries] = await Promise.all([
    readAll(),
    office()
      .GET('/api/v1/get-countries')
      .then((answer) => dataOf(answer)),
  ])
  let all = first
  const refresh = async () => {
    all = await readAll()
    redraw()
  }
  const facts = (fields: Record<string, string>) => ({
    ...(fields.country !== undefined && { country: fields.country }),
    ...(fields.region !== undefined && { region: fields.region }),
    kind: KINDS.find((one) => one === fields.kind) ?? 'business',
    vat_exempt: fields.vat_exempt === 'on',
  })
  const add = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const fields = fieldsOf(event)
    return act(async () => {
      const { name = '', prefix = '' } = fields
      bodyOf(await office().POST('/api/v1/sellers', { body: { name, prefix, ...facts(fields) } }))
      form.reset()
      await refresh()
      tell(o.sellers.read)
    })
  }
  const change = (id: number) => (event: SubmitEvent) => {
    const fields = fieldsOf(event)
    return act(async () => {
      bodyOf(await office().PATCH('/api/v1/sellers/{id}', { params: { path: { id } }, body: facts(fields) }))
      await refresh()
      tell(o.sellers.read)
    })
  }
  const factFields = (one?: Seller): TemplateResult => html`
    <div class="pair">
      <label>${o.sellers.country}
        <select name="country">
          <option value="">${o.sellers.noCountry}</option>
          ${countries.map(({ id, name }) => html`<option value=${id} ?selected=${id === one?.country}>${name}</option>`)}
        </select>
      </label>
      <label>${o.sellers.region}<input name="region" maxlength="6" placeholder="ES-PV" .value=${one?.region ?? ''} /></label>
    </div>
    <label>${o.sellers.kind}
      <select name="kind">${KINDS.map((kind) => html`<option value=${kind} ?selected=${kind === one?.kind}>${o.sellers.kinds[kind]}</option>`)}</select>
    </label>
    <label class="check"><input type="checkbox" name="vat_exempt" .checked=${one?.vat_exempt ?? false} />${o.sellers.exempt}</label>`
  const sellerView = (one: Seller): TemplateResult => html`<section class="card">
    <h2>${one.name} <small class="muted">${one.prefix}</small></h2>
    <ul class="plain">${SUBJECTS.map((subject) => html`<li><b>${o.sellers.subjects[subject]}</b><span>${ruleView(one.rules[subject])}</span></li>`)}</ul>
    ${
      can('properties.write')
        ? html`<details class="fold"><summary>${o.sellers.change}</summary>
            <form @submit=${change(one.id)}>${factFields(one)}<button class="second">${o.sellers.save}</button></form>
          </details>`
        : nothing
    }
  </section>`

  return {
    title: o.sellers.title,
    refresh,
    view: () => html`
      <h1>${o.sellers.title}</h1>
      <p class="muted">${o.sellers.about}</p>
      ${all.map(sellerView)}
      ${
        can('properties.write')
          ? html`<form class="card" @submit=${add}>
              <h2>${o.sellers.add}</h2>
              <div class="pair">
                <label>${o.sellers.name}<input name="name" required maxlength="255" /></label>
                <label>${o.sellers.prefix}<input name="prefix" required maxlength="8" /></label>
              </div>
              ${factFields()}
              <button>${o.sellers.save}</button>
            </form>`
          : nothing
      }
    `,
  }
}
