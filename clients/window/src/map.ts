import { html, nothing, svg, type TemplateResult } from 'lit-html'
import outline from '../outline.json'
import type { Schemas } from './client.ts'
import { money } from './format.ts'
import { readNames, type Where } from './map-names.ts'
import { redraw } from './page.ts'
import { photo, placed, rating } from './parts.ts'
import { placeAt, project, WORLD } from './projection.ts'
import { t } from './texts.ts'

type Hit = Schemas['PropertyHit']

/** Width by height, as the style sheet has it. */
const RATIO = 4 / 3
/** The least width in units of the map that homes are shown in: a city. */
const CITY = 0.6
/** Widths between which the map can be made closer and farther. */
const CLOSEST = 0.1
const FARTHEST = WORLD / 2
/** Widths below which the outline is too coarse to be shown. */
const COARSE = 4
/** Least distance between two labels, as parts of the map; they are larger for a finger. */
const LABEL = matchMedia('(max-width: 44rem), (pointer: coarse)').matches
  ? { width: 0.21, height: 0.18 }
  : { width: 0.19, height: 0.09 }

interface Frame {
  x: number
  y: number
  width: number
  height: number
}

interface Cluster {
  x: number
  y: number
  hits: Hit[]
}

/** The middle one of some numbers. Pure. */
const median = (numbers: number[]): number => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

/** The part of the world that has these homes, but for the tenth that is far from the others, with some room around. Pure. */
function frameOf(hits: Hit[]): Frame {
  const all = hits.map((hit) => project(hit.longitude, hit.latitude))
  const [x, y] = [median(all.map((point) => point[0])), median(all.map((point) => point[1]))]
  const distance = ([px, py]: [number, number]): number => Math.hypot(px - x, py - y)
  const points = all.toSorted((one, other) => distance(one) - distance(other)).slice(0, Math.ceil(all.length * 0.9))
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.max(CITY, (east - west) * 1.3, (south - north) * 1.3 * RATIO)
  return around((west + east) / 2, (north + south) / 2, width)
}

/** The frame of a bounding box of the search: west, south, east, north. Pure. */
function frameOfBox(box: string): Frame {
  const [west = 0, south = 0, east = 0, north = 0] = box.split(',').map(Number)
  const [[left, bottom], [right, top]] = [project(west, south), project(east, north)]
  const width = Math.max(CLOSEST / 2, right - left, (bottom - top) * RATIO)
  return around((left + right) / 2, (top + bottom) / 2, width)
}

const around = (x: number, y: number, width: number, ratio = RATIO): Frame => {
  const height = width / ratio
  return { x: x - width / 2, y: y - height / 2, width, height }
}

/** A frame as the search takes it, some times as wide: west, south, east, north. Pure. */
function boxOfFrame({ x, y, width, height }: Frame, times: number): string {
  const wide = around(x + width / 2, y + height / 2, width * times)
  const [from, to] = [placeAt(wide.x, wide.y + wide.height), placeAt(wide.x + wide.width, wide.y)]
  const [west, east] = [Math.max(-180, from.longitude), Math.min(180, to.longitude)]
  return [west, from.latitude, east, to.latitude].map((degrees) => degrees.toFixed(4)).join(',')
}

/** Homes in the frame; those whose labels would cover each other become one. Places are parts of the frame. Pure. */
function clustersOf(hits: Hit[], frame: Frame): Cluster[] {
  const clusters: Cluster[] = []
  for (const hit of hits) {
    const [px, py] = project(hit.longitude, hit.latitude)
    const [x, y] = [(px - frame.x) / frame.width, (py - frame.y) / frame.height]
    if (x < 0 || x > 1 || y < 0 || y > 1) continue
    const near = clusters.find(
      (cluster) => Math.abs(cluster.x - x) < LABEL.width && Math.abs(cluster.y - y) < LABEL.height,
    )
    if (near) near.hits.push(hit)
    else clusters.push({ x, y, hits: [hit] })
  }
  return clusters
}

/** The bounding box of homes as the search takes it, with a little room: west, south, east, north. Pure. */
function boxOf(hits: Hit[]): string {
  const [longitudes, latitudes] = [hits.map(({ longitude }) => longitude), hits.map(({ latitude }) => latitude)]
  const room = 0.01
  const box = [
    Math.min(...longitudes) - room,
    Math.min(...latitudes) - room,
    Math.max(...longitudes) + room,
    Math.max(...latitudes) + room,
  ]
  return box.map((degrees) => degrees.toFixed(4)).join(',')
}

/** Land and borders of a frame, and the names of places in it. Neither tiles nor another service are asked. */
function ground(frame: Frame, homes: Where[], taken: Spot[], more: TemplateResult<2> | typeof nothing): TemplateResult {
  const { x, y, width, height } = frame
  const spots: (Spot & { name: string })[] = []
  for (const { name, latitude, longitude } of readNames(homes, width < COARSE)) {
    const [px, py] = project(longitude, latitude)
    const at = { x: (px - x) / width, y: (py - y) / height }
    // A name that a price would cover stands below it.
    const free = [0, LABEL.height * 0.9]
      .map((below) => ({ x: at.x, y: at.y + below }))
      .find((spot) => isFree(spot, spots, taken))
    if (free) spots.push({ ...free, name })
    if (spots.length === MOST_NAMES) break
  }
  return html`<svg viewBox="${x} ${y} ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      ${width < COARSE ? svg`<path class="land" d="M0 0h${WORLD}v${WORLD}H0z"></path>` : svg`<path class="land" d=${outline.land}></path><path class="borders" d=${outline.borders}></path>`}
      ${more}
    </svg>
    ${spots.map((spot) => html`<span class="place" aria-hidden="true" ${placed(spot.x * 100, spot.y * 100)}>${spot.name}</span>`)}`
}

interface Spot {
  x: number
  y: number
}

const MOST_NAMES = 10

/** True if a name is in the frame, and covers neither another nor a price. Pure. */
const isFree = (spot: Spot, names: Spot[], taken: Spot[]): boolean =>
  spot.x > 0.1 &&
  spot.x < 0.9 &&
  spot.y > 0.04 &&
  spot.y < 0.96 &&
  names.every((other) => Math.abs(other.x - spot.x) > 0.27 || Math.abs(other.y - spot.y) > 0.07) &&
  taken.every((other) => Math.abs(other.x - spot.x) > 0.16 || Math.abs(other.y - spot.y) > LABEL.height * 0.65)

const priceOf = (hit: Hit): number => hit.price_total ?? hit.base_price

/**
 * Homes on an outline of the world, with a card for the one that is chosen.
 * @param box the part of the world that the search asks for; null: where its homes are
 */
export function homesMap(
  hits: Hit[],
  box: string | null,
  { onBox, pathTo }: { onBox: (box: string) => void; pathTo: (hit: Hit) => string },
): () => TemplateResult {
  const frame = box === null ? frameOf(hits) : frameOfBox(box)
  const clusters = clustersOf(hits, frame)
  let chosen: Hit | undefined
  const choose = (hit?: Hit) => {
    chosen = hit === chosen ? undefined : hit
    redraw()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !chosen) return
    const card = (event.currentTarget as HTMLElement).querySelector('.pinned')
    ;(card?.previousElementSibling as HTMLElement | null)?.focus()
    choose()
  }

  const card = (hit: Hit, price: string): TemplateResult => {
    const [cover] = hit.photos
    return html`<a class="card pinned" href=${pathTo(hit)}>
      ${cover ? photo({ ...cover, alt: '' }, '96px') : nothing}
      <span><b>${hit.title}</b><small>${hit.city} ${rating(hit.rating_average, hit.rating_count)}</small><b>${price}</b></span>
    </a>`
  }
  const marker = ({ x, y, hits: homes }: Cluster): TemplateResult => {
    const cheapest = homes.reduce((least, hit) => (priceOf(hit) < priceOf(least) ? hit : least))
    const price = money(priceOf(cheapest), cheapest.currency, true)
    const place = placed(x * 100, y * 100)
    if (homes.length === 1)
      return html`<button type="button" class="marker" aria-expanded=${cheapest === chosen ? 'true' : 'false'} aria-label="${cheapest.title}, ${price}" @click=${() => choose(cheapest)} ${place}>${price}</button>
        ${cheapest === chosen ? card(cheapest, price) : nothing}`
    return html`<button type="button" class="marker" aria-label=${t.search.zoom(homes.length, price)} @click=${() => onBox(boxOf(homes))} ${place}>
      ${homes.length} · ${price}
    </button>`
  }
  const zoom = (text: string, name: string, times: number, isEnd: boolean): TemplateResult =>
    html`<button type="button" class="second" aria-label=${name} ?disabled=${isEnd} @click=${() => onBox(boxOfFrame(frame, times))}>${text}</button>`

  return () => html`<div class="map" role="group" aria-label=${t.search.map} @keydown=${leave}>
    ${ground(frame, hits, clusters, nothing)} ${clusters.map(marker)}
    <div class="zoom">
      ${zoom('+', t.search.closer, 0.5, frame.width <= CLOSEST)} ${zoom('−', t.search.farther, 2, frame.width >= FARTHEST)}
    </div>
  </div>`
}

/** Width of the frame around one home, which is twice as wide as high; and the part around it where it stands, which hides the address. */
const AROUND_KM = 5
const ABOUT_KM = 0.4
const EARTH_KM = 40_075

/** The surroundings of one home. */
export function homeMap(home: Where & { latitude: number; longitude: number }): TemplateResult {
  const [x, y] = project(home.longitude, home.latitude)
  const unit = WORLD / (EARTH_KM * Math.cos((home.latitude * Math.PI) / 180))
  const circle = svg`<circle class="about" cx=${x} cy=${y} r=${ABOUT_KM * unit}></circle>`
  return html`<div class="map wide" role="img" aria-label="${t.home.where}: ${home.city}">
    ${ground(around(x, y, AROUND_KM * unit, 2), [home], [{ x: 0.5, y: 0.5 }], circle)}
  </div>`
}
