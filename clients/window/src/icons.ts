import { html, svg, type TemplateResult } from 'lit-html'

/** Shapes on a square of 20. */
const SHAPES = {
  search: svg`<circle cx="9" cy="9" r="6"></circle><path d="m14 14 4 4"></path>`,
  trips: svg`<rect x="3" y="6" width="14" height="11" rx="2"></rect><path d="M7 6V3h6v3"></path>`,
  messages: svg`<path d="M3 4h14v10H9l-4 3v-3H3z"></path>`,
  home: svg`<path d="M3 9l7-6 7 6M5 8v9h10V8"></path>`,
  support: svg`<circle cx="10" cy="10" r="7"></circle><circle cx="10" cy="10" r="3"></circle><path d="m5 5 3 3M15 5l-3 3M5 15l3-3M15 15l-3-3"></path>`,
  today: svg`<circle cx="10" cy="10" r="4"></circle><path d="M10 1v2M10 17v2M1 10h2M17 10h2"></path>`,
  plan: svg`<path d="M2 5h9M6 10h12M2 15h7"></path>`,
  document: svg`<path d="M5 2h7l4 4v12H5zM12 2v4h4"></path>`,
  heart: svg`<path d="M10 17S2 12 2 7a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 5-8 10-8 10z"></path>`,
  filters: svg`<path d="M3 6h7M14 6h3M3 14h3M10 14h7"></path><circle cx="12" cy="6" r="2"></circle><circle cx="8" cy="14" r="2"></circle>`,
  map: svg`<path d="m2 5 5-2 6 2 5-2v12l-5 2-6-2-5 2zM7 3v12M13 5v12"></path>`,
  people: svg`<circle cx="10" cy="7" r="3.5"></circle><path d="M3 18c1-4 13-4 14 0"></path>`,
  bed: svg`<path d="M2 16V5M2 13h16v3M18 13V9H8v4"></path>`,
  bath: svg`<path d="M2 11h16v1a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5zM5 11V4a2 2 0 0 1 4 0"></path>`,
  key: svg`<circle cx="6" cy="14" r="3"></circle><path d="m8 12 8-8M13 7l3 3"></path>`,
  check: svg`<path d="m4 10 4 4 8-9"></path>`,
} as const

/** A small picture beside a word; read out is the word alone. */
export const icon = (name: keyof typeof SHAPES): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">${SHAPES[name]}</svg>`
