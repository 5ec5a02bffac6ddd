import sharp from 'sharp'

const SKIES = [
  ['#f6d7b0', '#e88f6a'],
  ['#cfe6f2', '#7fb3d3'],
  ['#f3e3ee', '#b98bb0'],
  ['#dcecd6', '#8db89a'],
  ['#2d3f63', '#7a6f9b'],
]
const WALLS = ['#f4ead7', '#e3c9a8', '#d98e73', '#c7d3d4', '#efe3c2', '#b5694f']
const ROOFS = ['#7d3f32', '#43505c', '#94553f', '#3c4a3f']

const WIDTH = 960
const HEIGHT = 640

// The service blocks svg, because it decodes pictures of users (src/storage/images.ts). This svg comes from this file.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

/** Draws a different house for each number, so that the demo downloads nothing. */
export async function drawHouse(seed: number): Promise<Buffer> {
  const random = generator(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const [high, low] = pick(SKIES) as [string, string]
  const houses = Array.from({ length: 3 + Math.floor(random() * 3) }, (_, index) => {
    const width = 150 + random() * 130
    const height = 160 + random() * 220
    return house(index * 170 + random() * 60 - 20, width, height, pick(WALLS), pick(ROOFS), random)
  })
  const sun = `<circle cx="${120 + random() * 720}" cy="${90 + random() * 120}" r="${34 + random() * 30}" fill="#fff4d6" opacity=".85"/>`
  const hills = `<path d="M0 ${430 - random() * 60} Q 240 ${300 + random() * 80} 480 420 T 960 ${380 + random() * 60} V640 H0Z" fill="#5d7a66" opacity=".55"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${sun}${hills}${houses.join('')}<rect y="560" width="${WIDTH}" height="80" fill="#3f5a4a"/></svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 70, effort: 2 }).toBuffer()
}

function house(x: number, width: number, height: number, wall: string, roof: string, random: () => number): string {
  const top = 570 - height
  const windows: string[] = []
  for (let row = 0; row < Math.floor((height - 60) / 70); row++) {
    for (let column = 0; column < Math.floor(width / 62); column++) {
      const lit = random() > 0.6 ? '#ffe2a1' : '#4b5d6b'
      windows.push(
        `<rect x="${x + 22 + column * 60}" y="${top + 26 + row * 70}" width="30" height="42" rx="3" fill="${lit}"/>`,
      )
    }
  }
  return `<path d="M${x - 12} ${top} L${x + width / 2} ${top - 70} L${x + width + 12} ${top}Z" fill="${roof}"/>
<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="${wall}"/>${windows.join('')}
<rect x="${x + width / 2 - 18}" y="510" width="36" height="60" rx="3" fill="${roof}"/>`
}

/** Random numbers that depend only on the seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
