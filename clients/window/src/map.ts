import { html, svg, type TemplateResult } from 'lit-html'
import outline from '../outline.json'
import type { Schemas } from './client.ts'
import { money } from './format.ts'
import { placed } from './parts.ts'
import { project } from './projection.ts'
import { t } from './texts.ts'

type Hit = Schemas['PropertyHit']

/** Width by height, as the style sheet has it. */
const RATIO = 4 / 3
/** The least width in units of the map: a city. */
const CLOSEST = 0.6
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
  const width = Math.max(CLOSEST, (east - west) * 1.3, (south - north) * 1.3 * RATIO)
  const height = width / RATIO
  return { x: (west + east - width) / 2, y: (north + south - height) / 2, width, height }
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

const priceOf = (hit: Hit): number => hit.price_total ?? hit.base_price

function marker({ x, y, hits }: Cluster, onBox: (box: string) => void, pathTo: (hit: Hit) => string): TemplateResult {
  const cheapest = hits.reduce((least, hit) => (priceOf(hit) < priceOf(least) ? hit : least))
  const price = money(priceOf(cheapest), cheapest.currency, true)
  const place = placed(x * 100, y * 100)
  if (hits.length === 1)
    return html`<a class="marker" href=${pathTo(cheapest)} aria-label=${`${cheapest.title}, ${price}`} ${place}>${price}</a>`
  const zoom = () => onBox(boxOf(hits))
  return html`<button type="button" class="marker" aria-label=${t.search.zoom(hits.length, price)} @click=${zoom} ${place}>
    ${hits.length} · ${price}
  </button>`
}

/** Homes on an outline of the world. Neither tiles nor another service are asked. */
export function map(hits: Hit[], onBox: (box: string) => void, pathTo: (hit: Hit) => string): TemplateResult {
  const frame = frameOf(hits)
  const view = `${frame.x} ${frame.y} ${frame.width} ${frame.height}`
  return html`<div class="map" role="group" aria-label=${t.search.map}>
    <svg viewBox=${view} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      ${svg`<path class="land" d=${outline.land}></path><path class="borders" d=${outline.borders}></path>`}
    </svg>
    ${clustersOf(hits, frame).map((cluster) => marker(cluster, onBox, pathTo))}
  </div>`
}
