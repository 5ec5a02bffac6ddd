/**
 * `npm run demo:draw`: draws the pictures of the demo homes into src/dev/demo/pictures, each in two widths, so that a start draws
 * nothing and the demo downloads nothing.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { CITIES } from '../../src/dev/demo/data.ts'
import { FOLDER, fileOf, HEIGHT, ROOMS, SMALL_WIDTH, VARIANTS, WIDTH } from '../../src/dev/demo/pictures.ts'

const SKIES = [
  ['#f6d7b0', '#e88f6a'],
  ['#cfe6f2', '#7fb3d3'],
  ['#f3e3ee', '#b98bb0'],
  ['#dcecd6', '#8db89a'],
  ['#2d3f63', '#7a6f9b'],
] as const
const WALLS = ['#f4ead7', '#e3c9a8', '#d98e73', '#c7d3d4', '#efe3c2', '#b5694f']
const ROOFS = ['#7d3f32', '#43505c', '#94553f', '#3c4a3f']
const PAPERS = ['#efe6d8', '#dfe6df', '#e9dcd3', '#d9e1e6', '#f1e7cf', '#e5dfe8']
const FLOORS = ['#b98d62', '#a5754c', '#c9a77c', '#8b6446']
const CLOTHS = ['#1f5c4d', '#a3573f', '#3d5a80', '#8a6d3b', '#6b4c6e', '#52796f']

type Random = () => number
const pickWith =
  (random: Random) =>
  <T>(values: readonly T[]): T =>
    values[Math.floor(random() * values.length)] as T

const rect = (x: number, y: number, width: number, height: number, fill: string, rx = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${fill}"/>`
const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

const gradient = ([high, low]: readonly [string, string]): string =>
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>`

/** A street under the sky, another for each number. */
function street(random: Random): string {
  const pick = pickWith(random)
  const houses = Array.from({ length: 3 + Math.floor(random() * 3) }, (_, index) => {
    const width = 150 + random() * 130
    const height = 160 + random() * 220
    return house(index * 170 + random() * 60 - 20, width, height, pick(WALLS), pick(ROOFS), random)
  })
  const sun = `<circle cx="${120 + random() * 720}" cy="${90 + random() * 120}" r="${34 + random() * 30}" fill="#fff4d6" opacity=".85"/>`
  const hills = `<path d="M0 ${430 - random() * 60} Q 240 ${300 + random() * 80} 480 420 T 960 ${380 + random() * 60} V640 H0Z" fill="#5d7a66" opacity=".55"/>`
  return `${gradient(pick(SKIES))}${rect(0, 0, WIDTH, HEIGHT, 'url(#sky)')}${sun}${hills}${houses.join('')}${rect(0, 560, WIDTH, 80, '#3f5a4a')}`
}

function house(x: number, width: number, height: number, wall: string, roof: string, random: Random): string {
  const top = 570 - height
  const windows: string[] = []
  for (let row = 0; row < Math.floor((height - 60) / 70); row++) {
    for (let column = 0; column < Math.floor(width / 62); column++) {
      const lit = random() > 0.6 ? '#ffe2a1' : '#4b5d6b'
      windows.push(rect(x + 22 + column * 60, top + 26 + row * 70, 30, 42, lit, 3))
    }
  }
  return `<path d="M${x - 12} ${top} L${x + width / 2} ${top - 70} L${x + width + 12} ${top}Z" fill="${roof}"/>
${rect(x, top, width, height, wall)}${windows.join('')}${rect(x + width / 2 - 18, 510, 36, 60, roof, 3)}`
}

/** The walls, the floor and the window of a room. */
function room(random: Random, windowX: number): string {
  const pick = pickWith(random)
  const frame = rect(windowX - 10, 90, 240, 270, '#fbf8f1', 4) + rect(windowX, 100, 220, 250, 'url(#sky)')
  const bars = rect(windowX + 106, 100, 8, 250, '#fbf8f1') + rect(windowX, 220, 220, 8, '#fbf8f1')
  return `${gradient(pick(SKIES))}${rect(0, 0, WIDTH, 470, pick(PAPERS))}${rect(0, 470, WIDTH, 170, pick(FLOORS))}${rect(0, 462, WIDTH, 12, '#fbf8f1')}${frame}${bars}`
}

const plant = (x: number, y: number): string =>
  `${rect(x - 22, y - 46, 44, 46, '#a3573f', 6)}${ellipse(x, y - 92, 20, 56, '#3f7a5c')}${ellipse(x - 26, y - 78, 16, 44, '#528f6c')}${ellipse(x + 26, y - 78, 16, 44, '#2f6b4f')}`

const lamp = (x: number, y: number): string =>
  `${rect(x - 3, y - 150, 6, 150, '#43505c')}<path d="M${x - 44} ${y - 140} L${x - 26} ${y - 210} H${x + 26} L${x + 44} ${y - 140}Z" fill="#ffe9bf"/>`

function living(random: Random): string {
  const cloth = pickWith(random)(CLOTHS)
  const sofa = `${rect(120, 360, 420, 130, cloth, 24)}${rect(100, 420, 460, 110, cloth, 20)}${rect(150, 400, 170, 70, '#ffffff33', 16)}${rect(340, 400, 170, 70, '#ffffff33', 16)}${rect(120, 525, 16, 28, '#5a4433')}${rect(524, 525, 16, 28, '#5a4433')}`
  const pictures = rect(200, 170, 110, 140, '#fbf8f1', 2) + rect(212, 182, 86, 116, pickWith(random)(WALLS))
  return `${room(random, 620)}${ellipse(360, 575, 330, 44, '#ffffff55')}${pictures}${sofa}${lamp(600, 520)}${plant(890, 530)}`
}

function bedroom(random: Random): string {
  const cloth = pickWith(random)(CLOTHS)
  const bed = `${rect(150, 300, 440, 170, '#8b6446', 14)}${rect(140, 410, 460, 150, '#fbf8f1', 12)}${rect(190, 372, 150, 70, '#ffffff', 20)}${rect(400, 372, 150, 70, '#ffffff', 20)}${rect(140, 460, 460, 104, cloth, 12)}`
  const table = rect(640, 430, 90, 100, '#8b6446', 6)
  return `${room(random, 690)}${ellipse(380, 590, 320, 36, '#ffffff44')}${bed}${table}${lamp(685, 432)}${rect(280, 150, 190, 110, '#fbf8f1', 2)}${rect(292, 162, 166, 86, pickWith(random)(WALLS))}`
}

function kitchen(random: Random): string {
  const front = pickWith(random)(CLOTHS)
  const tiles = Array.from({ length: 16 }, (_, index) =>
    rect(60 + (index % 8) * 62, 250 + Math.floor(index / 8) * 62, 58, 58, '#ffffff66', 3),
  )
  const doors = Array.from(
    { length: 4 },
    (_, index) =>
      `${rect(68 + index * 130, 420, 118, 150, '#ffffff22', 6)}${rect(120 + index * 130, 430, 16, 5, '#e8d9a8', 2)}`,
  )
  const hood = `<path d="M330 60 H450 L480 160 H300Z" fill="#c7d3d4"/>`
  const fridge = `${rect(800, 190, 120, 380, '#dfe6e8', 10)}${rect(812, 330, 6, 70, '#8a979b', 3)}`
  return `${room(random, 560)}${tiles.join('')}${hood}${rect(50, 392, 540, 22, '#f4ead7', 4)}${rect(56, 414, 528, 160, front, 6)}${doors.join('')}${ellipse(360, 392, 46, 8, '#43505c')}${ellipse(440, 392, 46, 8, '#43505c')}${fridge}`
}

function view(random: Random): string {
  const pick = pickWith(random)
  const sun = `<circle cx="${200 + random() * 560}" cy="${120 + random() * 90}" r="46" fill="#fff4d6" opacity=".9"/>`
  const isSea = random() > 0.5
  const far = isSea
    ? `${rect(0, 330, WIDTH, 160, '#5b8fa8')}${rect(0, 350, WIDTH, 4, '#ffffff55')}${rect(0, 392, WIDTH, 3, '#ffffff44')}`
    : `<path d="M0 360 L180 210 L330 340 L480 180 L660 350 L800 240 L960 360 V500 H0Z" fill="#6d8a7a"/><path d="M0 420 Q 260 340 520 420 T 960 400 V500 H0Z" fill="#52735f"/>`
  const rails = Array.from({ length: 17 }, (_, index) => rect(20 + index * 58, 400, 6, 110, '#43505c'))
  const table = `${ellipse(640, 520, 110, 18, '#b98d62')}${rect(634, 520, 12, 84, '#8b6446')}`
  const chair = `${rect(330, 430, 120, 20, '#fbf8f1', 8)}${rect(330, 500, 130, 22, pick(CLOTHS), 8)}${rect(338, 440, 10, 165, '#5a4433')}${rect(440, 510, 10, 95, '#5a4433')}`
  return `${gradient(pick(SKIES.slice(0, 4)))}${rect(0, 0, WIDTH, HEIGHT, 'url(#sky)')}${sun}${far}${rect(0, 505, WIDTH, 135, '#c9a77c')}${rails.join('')}${rect(0, 392, WIDTH, 12, '#43505c')}${chair}${table}${plant(880, 600)}`
}

/** Random numbers that depend only on the seed (mulberry32). */
function generator(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function save(scene: (random: Random) => string, kind: 'street' | (typeof ROOMS)[number], number: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${scene(generator((number + 1) * 7_919))}</svg>`
  const picture = sharp(Buffer.from(svg))
  for (const width of [WIDTH, SMALL_WIDTH])
    await picture
      .clone()
      .resize(width)
      .webp({ quality: 62, effort: 6 })
      .toFile(fileOf(kind, number, width))
}

mkdirSync(FOLDER, { recursive: true })
const homes = CITIES.flatMap((city) => city.homes)
for (const number of homes.keys()) await save(street, 'street', number)
for (const [kind, scene] of Object.entries({ living, bedroom, kitchen, view }))
  for (let number = 0; number < VARIANTS; number++) await save(scene, kind as (typeof ROOMS)[number], number)
console.log(`${path.relative(process.cwd(), FOLDER)}: ${homes.length + ROOMS.length * VARIANTS} pictures in two widths`)
