import path from 'node:path'

/** The prepared pictures of the demo homes: a street for each, and rooms that homes share in several variants (lab/demo/draw.ts makes them). */

export const FOLDER = path.join(import.meta.dirname, 'pictures')
export const WIDTH = 960
export const HEIGHT = 640
export const SMALL_WIDTH = 640
export const SMALL_HEIGHT = 427
export const ROOMS = ['living', 'bedroom', 'kitchen', 'view'] as const
export const VARIANTS = 8

type Kind = 'street' | (typeof ROOMS)[number]

/** Text alternative of a picture. */
const ALTS: Record<Kind, string> = {
  street: 'La maison depuis la rue',
  living: 'Le salon avec son canapé et sa fenêtre',
  bedroom: 'La chambre et son lit double',
  kitchen: 'La cuisine équipée',
  view: 'La vue depuis la terrasse',
}

export const fileOf = (kind: Kind, number: number, width: number): string =>
  path.join(FOLDER, `${kind}-${number}${width === WIDTH ? '' : `-${width}`}.webp`)

/** The five pictures of a home, the street first. Pure. */
export const picturesOf = (home: number): { kind: Kind; number: number; alt: string }[] => [
  { kind: 'street', number: home, alt: ALTS.street },
  ...ROOMS.map((kind, index) => ({ kind, number: (home * 3 + index) % VARIANTS, alt: ALTS[kind] })),
]
