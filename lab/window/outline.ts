/** `npm run window:outline`: draws clients/window/outline.json, the land and the borders of the map, from Natural Earth (public domain). */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { merge, mesh } from 'topojson-client'
import {
  filter,
  filterWeight,
  presimplify,
  simplify,
  sphericalRingArea,
  sphericalTriangleArea,
} from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { project, WORLD } from '../../clients/window/src/projection.ts'

/** Corners that turn less than this are left out, in steradians: some 900 km². */
const DETAIL = 2.2e-5
/** Smaller islands are left out; Mallorca stays. */
const ISLAND = 8e-5

type Countries = Topology<{ countries: GeometryCollection }>

/** A line in the pieces that it has where it leaves the map in the east and comes back in the west. Pure. */
function piecesOf(points: number[][]): number[][][] {
  const pieces: number[][][] = [[]]
  for (const [index, point] of points.entries()) {
    const [x = 0] = point
    const [before = x] = points[index - 1] ?? []
    if (Math.abs(x - before) > WORLD / 2) pieces.push([])
    pieces.at(-1)?.push(point)
  }
  return pieces
}

/** Lines as the data of an SVG path, in whole units of the map; points that fall on the one before are left out. Pure. */
function pathOf(lines: number[][][], isClosed: boolean): string {
  const pieces = lines.flatMap((line) =>
    piecesOf(line.map(([longitude = 0, latitude = 0]) => project(longitude, latitude).map(Math.round))),
  )
  const drawn = pieces.map((points) => {
    let [x = 0, y = 0] = points[0] ?? []
    const start = `M${x} ${y}`
    const steps: string[] = []
    for (const [toX = 0, toY = 0] of points.slice(1)) {
      if (toX === x && toY === y) continue
      steps.push(`${toX - x} ${toY - y}`)
      x = toX
      y = toY
    }
    const isSpeck = steps.length < (isClosed ? 2 : 1)
    return isSpeck ? '' : `${start}l${steps.join(' ').replaceAll(' -', '-')}${isClosed ? 'z' : ''}`
  })
  return drawn.join('')
}

const source = readFileSync(fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json')), 'utf8')
const detailed = simplify(presimplify(JSON.parse(source) as Countries, sphericalTriangleArea), DETAIL)
const topology = filter(
  detailed,
  filterWeight(detailed, ISLAND, (ring) => sphericalRingArea(ring, false)),
) as Countries
const { countries } = topology.objects
/** Nobody rents homes there, and it is long. */
const ANTARCTICA = '010'
countries.geometries = countries.geometries.filter(({ id }) => id !== ANTARCTICA)
const land = merge(topology, countries.geometries as Parameters<typeof merge>[1])
const borders = mesh(topology, countries, (one, other) => one !== other)
const outline = { land: pathOf(land.coordinates.flat(), true), borders: pathOf(borders.coordinates, false) }
writeFileSync(path.join(import.meta.dirname, '../../clients/window/outline.json'), JSON.stringify(outline))
