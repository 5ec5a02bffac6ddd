import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { money } from '../format.ts'
import { label } from '../labels.ts'
import { o } from '../office-texts.ts'
import { fieldsOf, navigate, type Screen } from '../page.ts'
import { paged } from '../paged.ts'
import { empty, rating, tag } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { csvImports } from './csv-imports.ts'

type Home = Schemas['OwnProperty']

const ORDERS = ['-changed', 'title', 'place'] as const
type Order = (typeof ORDERS)[number]
const STATES = ['published', 'draft'] as const

/** The homes of a company, drafts included, and the files that bring homes, stays and prices. */
export async function homes(query: URLSearchParams): Promise<Screen> {
  const sort = ORDERS.find((one) => one === query.get('sort')) ?? '-changed'
  const status = STATES.find((one) => one === query.get('status'))
  const q = query.get('q') ?? ''
  const list = await paged(async (page) =>
    bodyOf(
      await office().GET('/api/v1/properties/mine', {
        params: { query: { page, per_page: 50, sort, ...(status && { status }), ...(q && { q }) } },
      }),
    ),
  )
  const pathTo = (changes: Record<string, string | undefined>): string => {
    const next = new URLSearchParams(
      Object.entries({ q, status, sort, ...changes }).filter(([, value]) => value) as [string, string][],
    )
    return `/my-homes?${next}`
  }
  const search = (event: SubmitEvent) => navigate(pathTo({ q: fieldsOf(event).q }))
  const state = (text: string, one?: string): TemplateResult =>
    html`<a class="chip" href=${pathTo({ status: one })} aria-current=${one === status}>${text}</a>`
  const order = (one: Order): TemplateResult =>
    html`<a class="chip" href=${pathTo({ sort: one })} aria-current=${one === sort}>${o.homes.orders[one]}</a>`
  const imports = csvImports(list.refresh)
  const row = (one: Home): TemplateResult => html`<li class="card row">
    <div class="homeRow">
      ${one.cover ? html`<img src=${one.cover} alt="" width="120" height="80" loading="lazy" />` : html`<span class="noPhoto"></span>`}
      <div class="grow">
        <b>${one.title}</b>
        <small>${label('property_type', one.property_type)} · ${one.city} · ${o.homes.perNight(money(one.base_price, one.currency, true))}</small>
        <span>${one.status === 'published' ? nothing : tag(label('property_status', one.status), 'warn')} ${rating(one.rating_average, one.rating_count)}</span>
      </div>
      <div class="actions">
        <a class="button second" href="/calendar/${one.id}" aria-label="${o.homes.calendar}: ${one.title}">${o.homes.calendar}</a>
        ${can('properties.write') ? html`<a class="button second" href="/editor/${one.id}" aria-label="${o.homes.edit}: ${one.title}">${o.homes.edit}</a>` : nothing}
      </div>
    </div>
  </li>`
  const add = can('properties.write') ? html`<a class="button" href="/editor/new">${o.homes.add}</a>` : nothing
  return {
    title: o.homes.title,
    refresh: list.refresh,
    view: () => html`
      <div class="title"><h1>${o.homes.title}</h1>${add}</div>
      ${can('payments.read') ? html`<p><a class="linked" href="/sellers">${o.sellers.title}</a></p>` : nothing}
      ${
        list.data().length === 0 && !q && !status
          ? empty(o.homes.none, '/editor/new', o.homes.add)
          : html`<form class="inline" role="search" @submit=${search}>
              <label><span class="hidden">${o.homes.find}</span><input name="q" type="search" .value=${q} placeholder=${o.homes.find} maxlength="100" /></label>
              <button class="second">${t.search.go}</button>
            </form>
            <nav class="chips" aria-label=${o.homes.states}>${state(o.homes.all)}${STATES.map((one) => state(label('property_status', one), one))}</nav>
            <nav class="chips" aria-label=${o.homes.order}>${ORDERS.map(order)}</nav>
            ${list.data().length === 0 ? html`<p class="muted">${t.search.noMatch}</p>` : html`<ul class="rows two">${list.data().map(row)}</ul>`}`
      }
      ${list.more()}
      ${can('imports.write') ? imports() : nothing}
    `,
  }
}
