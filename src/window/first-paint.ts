import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../platform/http/html.ts'
import { formatMoney } from '../platform/http/locale.ts'
import { addDays } from '../platform/lib/days.ts'
import { toCents } from '../platform/lib/money.ts'
import type { Locale } from '../platform/locales/locales.ts'
import type { Bundle } from './bundle.ts'

/** Homes of the first screen, of the page that its script then reads. */
const HOMES = 12
/** Homes of a page, and the stay that an address without a query is priced for, as in clients/window/src/screens/search.ts. */
const PER_PAGE = 40
const DEFAULT_STAY = { daysAhead: 35, nights: 3, adults: '2' }

const picture = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  sizes: z.array(z.object({ url: z.string(), width: z.int() })),
})
type Picture = z.infer<typeof picture>

const shown = z.object({
  id: z.string(),
  title: z.string(),
  city: z.string(),
  currency: z.string(),
  photos: z.array(picture),
})
const hit = shown.extend({ price_total: z.number().nullable(), base_price: z.number() })
const found = z.object({ data: z.array(hit) })
const home = z.object({ data: shown.extend({ description: z.string() }) })

type Hit = z.infer<typeof hit>

const photo = ({ url, sizes, width, height }: Picture, where: string, isFirst: boolean): string =>
  `<img src="${escapeHtml(url)}" srcset="${escapeHtml(sizes.map((size) => `${size.url} ${size.width}w`).join(', '))}" sizes="${where}" width="${width}" height="${height}" alt="" ${isFirst ? 'fetchpriority="high"' : 'loading="lazy"'}>`

function card(one: Hit, index: number, { query, locale }: { query: URLSearchParams; locale: Locale }): string {
  const [cover] = one.photos
  const stay = new URLSearchParams(
    [...query].filter(([name]) => /^(check_in|check_out|adults|children|infants)$/.test(name)),
  )
  return `<li class="card home">${cover ? photo(cover, '(max-width: 700px) 92vw, 350px', index < 2) : '<span class="noPhoto"></span>'}
<a href="/homes/${one.id}?${escapeHtml(stay.toString())}"><span><b>${escapeHtml(one.title)}</b></span><small>${escapeHtml(one.city)}</small>
<span class="price"><b>${formatMoney(toCents(one.price_total ?? one.base_price) ?? 0, one.currency, locale)}</b></span></a></li>`
}

const page = (
  main: string,
): string => `<header><div class="head"><a class="brand" href="/"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 2 11h3v11h5v-7h4v7h5V11h3z"></path></svg>Séjour</a></div></header>
<main id="main" aria-busy="true">${main}</main>`

/** The search as far as it is the same for everybody: cards of homes with their prices. Pure. */
export const searchPaint = (hits: Hit[], query: URLSearchParams, locale: Locale): string =>
  page(`<div class="card ask"></div><button class="second full asked phoneOnly" disabled>&nbsp;</button><div class="chips"></div>
<div class="found"><div><div class="count"></div><ul class="cards">${hits.map((one, index) => card(one, index, { query, locale })).join('')}</ul></div>
<div class="mapSide"><div class="map"></div></div></div>`)

/** The page of a home as far as it is the same for everybody, with the style sheet that it needs. Pure. */
export const homePaint = ({ title, city, photos, description }: z.infer<typeof home>['data'], sheet: string): string =>
  page(`<link rel="stylesheet" href="${sheet}"><a class="back" href="/">←</a><h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(city)}</p>
<div class="photos"><ul class="gallery">${photos.map((one, index) => `<li>${photo(one, index === 0 ? '(max-width: 700px) 100vw, 800px' : '(max-width: 700px) 100vw, 400px', index === 0)}</li>`).join('')}</ul></div>
<div class="columns"><div class="stack"><section><p class="words">${escapeHtml(description)}</p></section></div></div>`)

function searched(asked: URLSearchParams): URLSearchParams {
  if (asked.size > 0) return asked
  const check_in = addDays(new Date().toISOString().slice(0, 10), DEFAULT_STAY.daysAhead)
  const check_out = addDays(check_in, DEFAULT_STAY.nights)
  return new URLSearchParams({ check_in, check_out, adults: DEFAULT_STAY.adults })
}

/**
 * Content of the public screens for the first paint, which needs no script: the search, and the page of a home. The script of the window replaces it.
 * It reads the API as the visitor would, and counts for the visitor. Undefined: the screen begins empty.
 */
export async function firstPaint(
  app: FastifyInstance,
  request: FastifyRequest,
  { own }: Pick<Bundle['sheets'], 'own'>,
): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(request.url, 'http://window')
  const read = async (url: string): Promise<unknown> => {
    const { host = '' } = request.headers
    const headers = { 'accept-language': request.locale, ...(host !== '' && { host }) }
    const answer = await app.inject({ url: `/api/v1${url}`, headers, remoteAddress: request.ip })
    return answer.statusCode === 200 ? answer.json() : undefined
  }
  if (pathname === '/' && !searchParams.has('favorites') && !searchParams.has('as')) {
    const query = searched(searchParams)
    const answer = found.safeParse(
      await read(`/properties/search?${new URLSearchParams([...query, ['per_page', String(PER_PAGE)]])}`),
    )
    return answer.success ? searchPaint(answer.data.data.slice(0, HOMES), query, request.locale) : undefined
  }
  const [, id] = /^\/homes\/([\da-f-]{36})$/.exec(pathname) ?? []
  if (id === undefined) return undefined
  const answer = home.safeParse(await read(`/properties/${id}`))
  return answer.success ? homePaint(answer.data.data, own) : undefined
}
