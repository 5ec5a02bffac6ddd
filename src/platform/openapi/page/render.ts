import { FOR } from '../audience.ts'
import type { Operation } from '../document.ts'
import type { Placed } from './curl.ts'
import { html, type Markup, prose } from './markup.ts'
import { operationSection, type Source } from './operation.ts'
import { anchorOf, componentSection } from './schema.ts'

interface Group {
  name: string
  description: string
  operations: Placed[]
}

/** The operations of each tag, in the order of the document. Pure. */
function groupsOf({ document }: Source): Group[] {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return document.tags.map(({ name, description = '' }) => ({
    name,
    description,
    operations: placed.filter(({ operation }) => operation.tags?.[0] === name),
  }))
}

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const navigation = (groups: Group[], schemas: string[]): Markup => html`<details class="nav"><summary>Contents</summary>
<nav aria-label="Contents"><label class="filter" data-script hidden><span>Filter</span><input type="search" id="filter" autocomplete="off"></label>
<p class="none" id="none" role="status"></p><ul><li><a href="#guide">Guide</a></li><li data-script hidden><a href="#try">Sign in</a></li>${groups.map(
  ({ name, operations }) =>
    html`<li data-group><details><summary>${titleOf(name)}</summary><ul>${operations.map(
      ({ method, path, operation: { operationId = '', summary = '' } }) =>
        html`<li data-find="${`${method} ${path} ${operationId} ${summary}`.toLowerCase()}"><a href="#${operationId}">${prose(summary)}</a></li>`,
    )}</ul></details></li>`,
)}<li data-group><details><summary>Schemas</summary><ul>${schemas.map(
  (name) => html`<li data-find="${name.toLowerCase()}"><a href="#${anchorOf(name)}">${name}</a></li>`,
)}</ul></details></li></ul></nav></details>`

const SIGN_IN = html`<section id="try" data-script hidden><h2>Try it from this page</h2>
<p>Sign in, or paste a token. It is sent with every request that accepts one, and forgotten when you close this tab.</p>
<form id="sign-in" method="post"><label><span>E-mail address, phone or username</span><input name="login" autocomplete="username"></label>
<label><span>Password</span><input name="password" type="password" autocomplete="current-password"></label><button>Sign in</button></form>
<label><span>Token</span><input id="token" autocomplete="off" spellcheck="false"></label>
<p id="signed" role="status"></p></section>`

/** Links to the page of each audience. */
const readers = ({ audience, audiences }: Source): Markup =>
  html`<nav class="readers" aria-label="Readers"><a href="/docs"${audience === undefined && html` aria-current="page"`}>Everybody</a>${Object.entries(
    audiences,
  ).map(
    ([name, about]) =>
      html` <a href="/docs?audience=${name}" title="${about}"${audience === name && html` aria-current="page"`}>${titleOf(name)}</a>`,
  )}</nav>`

/** The operations of a group; those that only front ends of a specification need are folded. */
function sections(operations: Placed[], source: Source): Markup {
  const [folded = [], shown = []] = [true, false].map((isFolded) =>
    operations.filter(({ operation }) => isFolded === (source.audience === undefined && isForSpecification(operation))),
  )
  return html`${shown.map((placed) => operationSection(placed, source))}${
    folded.length > 0 &&
    html`<details class="folded"><summary>${folded.length} for front ends of the specification only</summary>${folded.map(
      (placed) => operationSection(placed, source),
    )}</details>`
  }`
}

const isForSpecification = ({ [FOR]: audiences = [] }: Operation): boolean => audiences.join() === 'specification'

/** Address of a file of the page. */
const asset = (name: string): string => `/docs/${name}`

/** The reference of all operations as one page, which is read without scripts. Pure. */
export function renderPage(source: Source, guide: Markup): string {
  const { document } = source
  const groups = groupsOf(source)
  const schemas = Object.entries(document.components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const { title, version, description } = document.info
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} API</title>
<link rel="icon" href="${asset('mark.svg')}" type="image/svg+xml"><link rel="stylesheet" href="${asset('page.css')}"><script src="${asset('page.js')}" defer></script></head>
<body><a class="skip" href="#main">Skip to content</a><header><a class="brand" href="/">${title}</a> <span class="version">API ${version}</span></header>
<div class="columns">${navigation(
    groups,
    schemas.map(([name]) => name),
  )}<main id="main" tabindex="-1"><h1>The API of ${title}</h1><p class="lead">${prose(description)}</p>
${readers(source)}
${guide}${SIGN_IN}${groups.map(
  ({ name, description: about, operations }) =>
    html`<section data-group id="tag-${name}"><h2>${titleOf(name)}</h2><p class="lead">${about}.</p>${sections(
      operations,
      source,
    )}</section>`,
)}<section data-group id="schemas"><h2>Schemas</h2><p class="lead">Schemas used by several operations.</p>${schemas.map(componentSection)}</section>
</main></div></body></html>
`.text
}
