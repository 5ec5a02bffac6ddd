import { html, nothing, svg, type TemplateResult } from 'lit-html'
import { api, bodyOf, type Schemas, SejourError, sentenceOf } from '../client.ts'
import { money, plusDays, shortSpan, today } from '../format.ts'
import { icon } from '../icons.ts'
import { label } from '../labels.ts'
import { fieldsOf, follow, navigate, page, redraw, type Screen } from '../page.ts'
import { empty, photo, rating } from '../parts.ts'
import { KINDS, peopleFields, peopleIn, peopleWords } from '../people.ts'
import { t } from '../texts.ts'
import { tick } from '../tour.ts'

type Hit = Schemas['PropertyHit']
type Facets = Schemas['SearchFacets']

const PER_PAGE = 40
const SORTS = ['popular', 'price', '-price', 'rating', 'newest'] as const
const NUMBERS = [...KINDS, 'price_min', 'price_max', 'page'] as const
const TEXTS = ['q', 'check_in', 'check_out', 'property_type', 'amenities', 'bbox'] as const
/** Filters of chips and the map; the bar above stays when they are removed. */
const FILTERS = ['property_type', 'amenities', 'price_min', 'price_max', 'bbox', 'favorites', 'page']

/** Number of kinds and amenities outside the sheet. */
const QUICK = 3

/** The link in the sheet leads to another search: the sheet ends. */
const hideFilters = () => document.getElementById('filters')?.hidePopover()

/** Nights of a stay as long as nobody says how many. */
const NIGHTS = 3

/** Default dates: without a query the prices are of some nights some weeks ahead. */
function withDays(query: URLSearchParams): URLSearchParams {
  if (query.size > 0) return query
  const from = plusDays(today(), 35)
  return new URLSearchParams({ check_in: from, check_out: plusDays(from, NIGHTS), adults: '2' })
}

/** The query of the address as that of the operation. */
function asked(query: URLSearchParams) {
  const texts = TEXTS.map((name) => [name, query.get(name)]).filter(([, value]) => value)
  const numbers = NUMBERS.map((name) => [name, Number(query.get(name))]).filter(([, value]) => value)
  const sort = SORTS.find((name) => name === query.get('sort'))
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(numbers),
    ...(sort && { sort }),
    per_page: PER_PAGE,
    facets: 'true',
  }
}

async function read(query: URLSearchParams) {
  const params = { query: asked(query) }
  return bodyOf(
    query.get('favorites') === 'true'
      ? await api.GET('/api/v1/properties/favorites/search', { params })
      : await api.GET('/api/v1/properties/search', { params }),
  )
}

/** A search that the service does not take is said above the form, which keeps what was typed. */
async function readOrSay(query: URLSearchParams): Promise<Awaited<ReturnType<typeof read>> & { refused?: string }> {
  try {
    return await read(query)
  } catch (failure) {
    if (!(failure instanceof SejourError) || failure.status !== 400) throw failure
    const place = { page: 1, current_page: 1, per_page: PER_PAGE, from: null, to: null, total: 0, last_page: 1 }
    const meta = { ...place, total_relation: 'eq' as const }
    return { success: true, message: '', data: [], meta, refused: sentenceOf(failure, t.offline) }
  }
}

const column = (index: number, height: number): TemplateResult<2> =>
  svg`<rect x=${index * 10} y=${40 - height} width="9" height=${height}></rect>`

/** On a phone the map takes the place of the list when somebody asks for it. */
const phone = matchMedia('(max-width: 44rem)')
phone.addEventListener('change', redraw)

/** True while the map is shown there, also for the searches that it asks for. */
let isOnMap = false

/** Makes the map, once it is loaded. */
let mapOf: typeof import('../map.ts')['homesMap'] | undefined

/** Homes that are free, as cards and on a map. */
export async function search(given: URLSearchParams): Promise<Screen> {
  const query = withDays(given)
  page.search = given.size > 0 ? `/?${given}` : '/'
  sessionStorage.setItem('sejour-search', page.search)
  const { data: hits, meta, refused } = await readOrSay(query)
  const facets = meta.facets
  let drawMap: (() => TemplateResult) | undefined

  /** The address with some parameters changed; empty ones are removed, and pages begin anew. */
  const changed = (changes: Record<string, string | undefined>): string => {
    const next = new URLSearchParams(query)
    next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return `/?${next}`
  }
  const toggled = (name: string, value: string): string => {
    const values = (query.get(name) ?? '').split(',').filter(Boolean)
    const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
    return changed({ [name]: next.join(',') })
  }
  const isOn = (name: string, value: string): boolean => (query.get(name) ?? '').split(',').includes(value)
  const pathTo = ({ id }: Hit): string => {
    const stay = new URLSearchParams()
    for (const name of ['check_in', 'check_out', ...KINDS]) {
      const value = query.get(name)
      if (value) stay.set(name, value)
    }
    return `/homes/${id}?${stay}`
  }

  /** A sheet ends with what it asked for. */
  const closed = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    if (form.matches(':popover-open')) form.hidePopover()
    return fieldsOf(event)
  }
  const submit = (event: SubmitEvent) => {
    const fields = closed(event)
    const { q, check_in, check_out } = fields
    const people = peopleIn((kind) => fields[kind])
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, String(people[kind] || '')]))
    tick('search')
    navigate(changed({ q, check_in, check_out, ...counts, bbox: undefined }))
  }
  /** Keeps the departure after the arrival: a later arrival moves it, and the browser refuses an earlier departure at its field. */
  const keepOrder = ({ currentTarget }: Event) => {
    const { name, form } = currentTarget as HTMLInputElement
    const arrival = form?.elements.namedItem('check_in') as HTMLInputElement
    const departure = form?.elements.namedItem('check_out') as HTMLInputElement
    departure.min = arrival.value === '' ? today() : plusDays(arrival.value, 1)
    if (name === 'check_in' && departure.value !== '' && departure.value < departure.min)
      departure.value = plusDays(arrival.value, NIGHTS)
  }
  /** The browser says at the field that the most is less than the least. */
  const raiseMost = ({ currentTarget }: Event) => {
    const { value, form } = currentTarget as HTMLInputElement
    ;(form?.elements.namedItem('price_max') as HTMLInputElement).min = value || '0'
  }
  const narrow = (event: SubmitEvent) => {
    const chosen = new FormData(event.currentTarget as HTMLFormElement)
    const { price_min, price_max } = closed(event)
    const all = (name: string) => chosen.getAll(name).join(',')
    const lists = { property_type: all('property_type'), amenities: all('amenities') }
    navigate(changed({ ...lists, price_min, price_max }))
  }
  const love = (hit: Hit) =>
    follow(async () => {
      await api.POST('/api/v1/properties/{id}/favorite', { params: { path: { id: hit.id } } }).then(bodyOf)
      hit.is_favorite = !hit.is_favorite
    })

  const sheetHead = (title: string, target: string): TemplateResult => html`<div class="sheetHead">
    <h2>${title}</h2>
    <button type="button" class="quiet" popovertarget=${target} popovertargetaction="hide">${t.close}</button>
  </div>`

  const ask = (): TemplateResult => html`<form class="card ask" id="ask" popover role="search" @submit=${submit}>
    ${sheetHead(t.search.title, 'ask')}
    <label class="wide">${t.search.place}<input name="q" .value=${query.get('q') ?? ''} placeholder=${t.search.placeExample} maxlength="100" /></label>
    <label>${t.search.from}<input name="check_in" type="date" .value=${query.get('check_in') ?? ''} min=${today()} @change=${keepOrder} /></label>
    <label>${t.search.to}<input name="check_out" type="date" .value=${query.get('check_out') ?? ''} min=${today()} @input=${keepOrder} /></label>
    ${peopleFields(peopleIn((kind) => query.get(kind)))}
    <button>${icon('search')}${t.search.go}</button>
  </form>`

  /** The search in one line, which opens the sheet on a phone. */
  const asked = (): TemplateResult => {
    const [from, to] = [query.get('check_in'), query.get('check_out')]
    const isSpan = from !== null && to !== null && from < to
    const rest = [isSpan ? shortSpan(from, to) : undefined, peopleWords(peopleIn((kind) => query.get(kind)))]
    return html`<button type="button" class="second full asked phoneOnly" popovertarget="ask">
      ${icon('search')}<span>${query.get('q') ?? t.search.anywhere} <small>· ${rest.filter(Boolean).join(' · ')}</small></span>
    </button>`
  }

  const chip = (href: string, text: string, isPressed: boolean): TemplateResult =>
    html`<a class="chip" href=${href} aria-current=${isPressed ? 'true' : 'false'}>${text}</a>`

  const chips = ({ property_types, amenities }: Facets): TemplateResult => {
    const count = FILTERS.filter((name) => !['bbox', 'favorites', 'page'].includes(name) && query.has(name)).length
    return html`<div class="chips" role="group" aria-label=${t.search.filters}>
      <button type="button" class="chip" popovertarget="filters">
        ${icon('filters')}${t.search.filters}${count === 0 ? nothing : html` <span class="badge">${count}</span>`}
      </button>
      ${page.me ? chip(changed({ favorites: query.has('favorites') ? undefined : 'true' }), t.search.favorites, query.has('favorites')) : nothing}
      ${query.has('bbox') ? chip(changed({ bbox: undefined }), `${t.search.area} ×`, true) : nothing}
      ${property_types?.slice(0, QUICK).map(({ id }) => chip(toggled('property_type', id), label('property_type', id), isOn('property_type', id)))}
      ${amenities?.slice(0, QUICK).map(({ id }) => chip(toggled('amenities', id), label('amenity', id), isOn('amenities', id)))}
    </div>`
  }

  const histogram = (prices: NonNullable<Facets['prices']>): TemplateResult => {
    const most = Math.max(1, ...prices.map(({ count }) => count))
    return html`<fieldset class="prices">
      <legend>${query.has('check_in') ? t.search.prices : t.search.pricesPerNight}</legend>
      <svg viewBox="0 0 ${Math.max(1, prices.length) * 10} 40" preserveAspectRatio="none" aria-hidden="true">
        ${prices.map(({ count }, index) => column(index, (count / most) * 38))}
      </svg>
      <div class="pair">
        <label>${t.search.min}<input name="price_min" type="number" min="0" .value=${query.get('price_min') ?? ''} @input=${raiseMost} placeholder=${prices[0]?.from ?? ''} /></label>
        <label>${t.search.max}<input name="price_max" type="number" min=${query.get('price_min') ?? '0'} .value=${query.get('price_max') ?? ''} placeholder=${prices.at(-1)?.from ?? ''} /></label>
      </div>
    </fieldset>`
  }

  const choice = (name: string, id: string, text: string, count: number): TemplateResult =>
    html`<label class="check"><input type="checkbox" name=${name} value=${id} .checked=${isOn(name, id)} />${text}<small>${count}</small></label>`

  const withoutFilters = (): string => changed(Object.fromEntries(FILTERS.map((name) => [name, undefined])))

  const filters = ({ property_types, amenities, prices }: Facets): TemplateResult => html`<form
    class="filters" id="filters" popover @submit=${narrow}
  >
    ${sheetHead(t.search.filters, 'filters')} ${prices ? histogram(prices) : nothing}
    <fieldset>
      <legend>${t.search.types}</legend>
      <div class="kinds">${property_types?.map(({ id, count }) => choice('property_type', id, label('property_type', id), count))}</div>
    </fieldset>
    <fieldset>
      <legend>${t.search.amenities}</legend>
      <div class="kinds">${amenities?.map(({ id, count }) => choice('amenities', id, label('amenity', id), count))}</div>
    </fieldset>
    <div class="pair">
      <a class="button second" href=${withoutFilters()} @click=${hideFilters}>${t.search.clear}</a>
      <button>${t.search.apply}</button>
    </div>
  </form>`

  const card = (hit: Hit): TemplateResult => {
    const { title, nights, price_total, price_per_night, currency } = hit
    const [cover] = hit.photos
    const price =
      price_total === null || nights === null || price_per_night === null
        ? html`<b>${t.search.from_price(money(hit.base_price, currency, true))}</b>`
        : html`<b>${money(price_total, currency)}</b>
          <small>${t.nights(nights)}, ${t.search.perNight(money(price_per_night, currency, true))}</small>`
    return html`<li class="card home">
      ${cover ? photo({ ...cover, alt: '' }, '(max-width: 700px) 92vw, 350px') : html`<span class="noPhoto"></span>`}
      ${
        page.me
          ? html`<button type="button" class="heart" aria-pressed=${hit.is_favorite ? 'true' : 'false'}
            aria-label=${hit.is_favorite ? t.search.unfavorite(title) : t.search.favorite(title)} @click=${() => love(hit)}>${icon('heart')}</button>`
          : nothing
      }
      <a href=${pathTo(hit)}>
        <span><b>${title}</b> ${rating(hit.rating_average, hit.rating_count)}</span>
        <small>${label('property_type', hit.property_type)} · ${hit.city} · ${t.search.sleeps(hit.max_guests)}</small>
        <span class="price">${price}</span>
      </a>
    </li>`
  }

  const pager = (): TemplateResult | typeof nothing => {
    const { page: number, last_page } = meta
    if (last_page <= 1) return nothing
    return html`<nav class="pager" aria-label=${t.search.page(number, last_page)}>
      ${number > 1 ? html`<a href=${changed({ page: String(number - 1) })}>‹ ${t.search.previous}</a>` : nothing}
      <span>${t.search.page(number, last_page)}</span>
      ${number < last_page ? html`<a href=${changed({ page: String(number + 1) })}>${t.search.next} ›</a>` : nothing}
    </nav>`
  }

  const sortBy = (event: Event) => navigate(changed({ sort: (event.target as HTMLSelectElement).value }))
  const cleared = (): string => (FILTERS.some((name) => query.has(name)) ? withoutFilters() : '/')
  const box = query.get('bbox')
  const onBox = (bbox: string) => navigate(changed({ bbox }))
  const hasMap = hits.length > 0 || box !== null
  /** The map where it is seen; loaded when it is seen first. */
  const mapHere = (): TemplateResult => {
    const isSeen = isOnMap || !phone.matches
    if (isSeen) drawMap ??= mapOf?.(hits, box, { onBox, pathTo })
    if (isSeen && !mapOf)
      void import('../map.ts').then(({ homesMap }) => {
        mapOf = homesMap
        redraw()
      })
    return (isSeen && drawMap?.()) || html`<div class="map"></div>`
  }
  const turnMap = () => {
    isOnMap = !isOnMap
    redraw()
    window.scrollTo(0, 0)
  }

  const found = (): TemplateResult => html`<div class="found ${isOnMap && hasMap ? 'onMap' : ''}">
        <div>
          <div class="count">
            <h2>${meta.total_relation === 'gte' ? t.search.moreHomes : t.search.homes(meta.total)}${query.has('check_in') ? html` <small>${t.search.whole}</small>` : nothing}</h2>
            <label><span class="hidden">${t.search.sort}</span>
              <select @change=${sortBy}>
                ${SORTS.map((sort) => html`<option value=${sort} ?selected=${sort === (query.get('sort') ?? 'popular')}>${t.search.sorts[sort]}</option>`)}
              </select>
            </label>
          </div>
          ${
            hits.length > 0
              ? html`<ul class="cards">${hits.map(card)}</ul>`
              : empty(query.has('check_in') ? t.search.none : t.search.noMatch, cleared(), t.search.clear)
          }
          ${pager()}
        </div>
        ${
          hasMap
            ? html`<div class="mapSide">${mapHere()}</div>
              <button type="button" class="phoneOnly mapButton" aria-pressed=${isOnMap ? 'true' : 'false'} @click=${turnMap}>
                ${icon('map')}${isOnMap ? t.search.list : t.search.mapShort}
              </button>`
            : nothing
        }
      </div>`

  return {
    title: t.search.title,
    view: () => html`
      <h1 class="hidden">${t.search.title}</h1>
      ${ask()} ${asked()}
      ${
        refused === undefined
          ? html`${facets ? html`${chips(facets)} ${filters(facets)}` : nothing} ${found()}`
          : html`<div class="say bad" role="alert"><div><p>${refused}</p><a class="button second" href=${cleared()}>${t.search.clear}</a></div></div>`
      }
    `,
  }
}
