import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, isStaff, signOut } from './client.ts'
import { can, chooseCompany, companiesOf, company, placesOf, startOf } from './company.ts'
import { icon } from './icons.ts'
import { changeLocale, otherLocale } from './locale.ts'
import { act, askToSignIn, navigate, page, redraw } from './page.ts'
import { type Account, isDemo, settings } from './settings.ts'
import { t } from './texts.ts'
import { tour } from './tour.ts'

const titled = ({ name, role }: Account): string => `${name} · ${t.roles[role] ?? role}`

function leave(): Promise<void> {
  return act(async () => {
    const { disconnect } = await import('./live.ts')
    disconnect()
    await signOut()
    page.me = undefined
    page.unread = { bell: 0, inbox: 0 }
    navigate('/')
  })
}

/** The account changes its language too, which mails and the checkout are in. */
const change = () =>
  act(async () => {
    const locale = otherLocale()
    if (page.me) bodyOf(await api.PUT('/api/v1/user', { body: { locale } }))
    changeLocale(locale)
  })

const language = (kind: string): TemplateResult =>
  html`<button type="button" class="quiet ${kind}" lang=${otherLocale()} @click=${change}>${t.other}</button>`

/** A number beside a name, and what it counts for who hears it. */
const badge = (count: number): TemplateResult | typeof nothing =>
  count === 0
    ? nothing
    : html`<span class="badge" aria-hidden="true">${count}</span><span class="hidden">, ${t.unread(count)}</span>`

/** The screens of guests; everything else belongs to the back office of whoever has a company. */
const GUESTS = /^\/(homes\/.*|trips.*|inbox.*|register)?$/

/** The company whose back office is shown; undefined: a screen of guests is. */
const shownCompany = () => (settings.guests && GUESTS.test(location.pathname) ? undefined : company())

/** Further screens of the back office, the companies of a person, and the way to the other side of the window. */
function companyLinks(me: NonNullable<typeof page.me>): TemplateResult | typeof nothing {
  const present = company()
  if (present === undefined) return nothing
  const links = [
    can('properties.read') && placesOf(present).includes('plan') && (['/my-homes', t.nav.owner] as const),
    can('messages.write') && (['/templates', t.nav.templates] as const),
    can('company.write') && (['/company', t.nav.company] as const),
    can('team.write') && (['/team', t.nav.team] as const),
    can('channels.write') && (['/channels', t.nav.channels] as const),
    can('audit.read') && (['/audit', t.nav.audit] as const),
    can('keys.write') && (['/developers', t.nav.developers] as const),
  ].filter((link) => link !== false)
  const others = companiesOf(me).filter(({ id }) => id !== present.id)
  return html`
    ${links.map(([path, name]) => html`<a href=${path}>${name}</a>`)}
    ${others.map(
      (one) =>
        html`<button type="button" class="quiet" @click=${() => chooseCompany(one.id, startOf(one))}>${t.nav.workFor(one.name)}</button>`,
    )}
    ${
      !settings.guests
        ? nothing
        : shownCompany()
          ? html`<a href="/">${t.nav.guestSide}</a>`
          : html`<a href=${startOf(present)}>${t.nav.office}</a>`
    }
  `
}

/** The menu of who is signed in, and on a developer's machine tabs of other people. */
function person(me: NonNullable<typeof page.me>): TemplateResult {
  const present = settings.accounts.find(({ login }) => login === me.email)
  const others = settings.accounts.filter((account) => account !== present)
  // Messages are counted in their place.
  const bell = Math.max(0, page.unread.bell - page.unread.inbox)
  return html`<details class="menu">
    <summary>
      <span class="face" aria-hidden="true">${me.first_name.slice(0, 1)}</span>
      <span class="wideOnly">${present ? titled(present) : me.first_name}</span>
      <span class="hidden">${t.accounts.menu}</span>
      ${badge(bell)}
    </summary>
    <div class="drop">
      ${companyLinks(me)}
      <a href="/profile">${t.nav.profile}</a>
      <a href="/security">${t.nav.security}</a>
      ${settings.guests ? html`<a href="/?favorites=true">${t.search.favorites}</a>` : nothing}
      <a href="/bell">${t.nav.bell}${badge(bell)}</a>
      ${settings.mailbox ? html`<a href="/mail">${t.nav.mail}</a>` : nothing}
      ${language('phoneOnly')}
      <button type="button" class="quiet" @click=${leave}>${t.accounts.out}</button>
      ${isDemo ? html`<p>${t.accounts.about}</p>` : nothing}
      ${others.map(
        (account) =>
          html`<a href="/?as=${account.role}" target="_blank" rel="noopener">${t.accounts.there(titled(account))}</a>`,
      )}
    </div>
  </details>`
}

/** True if the present screen belongs to a place. */
function isAt(path: string): boolean {
  const { pathname } = location
  if (path === '/') return pathname === '/' || pathname.startsWith('/homes/')
  return pathname === path || pathname.startsWith(`${path}/`)
}

const OFFICE_ICONS = {
  today: 'today',
  plan: 'plan',
  stays: 'trips',
  conversations: 'messages',
  tasks: 'check',
  month: 'document',
  net: 'home',
} as const

function places(): TemplateResult {
  const present = shownCompany()
  const office = present ? placesOf(present) : []
  const guests = [
    { path: '/', name: t.nav.search, shape: 'search', count: 0 },
    ...(isStaff(page.me) ? [{ path: '/support', name: t.nav.support, shape: 'support', count: 0 } as const] : []),
    { path: '/trips', name: t.nav.trips, shape: 'trips', count: 0 },
    { path: '/inbox', name: t.nav.inbox, shape: 'messages', count: page.unread.inbox },
  ] as const
  const links = office.map((place) => ({
    path: `/${place}`,
    name: t.nav.places[place],
    shape: OFFICE_ICONS[place],
    count: place === 'conversations' ? page.unread.inbox : 0,
  }))
  return html`<nav class="places" aria-label=${t.nav.sections}>
    ${(office.length > 0 ? links : settings.guests ? guests : guests.slice(1, 2)).map(
      ({ path, name, shape, count }) =>
        html`<a href=${path} aria-current=${isAt(path) ? 'page' : 'false'}>${icon(shape)}${name}${badge(count)}</a>`,
    )}
  </nav>`
}

function toasts(): TemplateResult {
  const { problem, notice, undo } = page
  const dismiss = () => {
    page.problem = undefined
    page.notice = undefined
    redraw()
  }
  const close = html`<button type="button" class="quiet" aria-label=${t.close} @click=${dismiss}>×</button>`
  return html`<div class="toasts">
    <div role="alert">${problem === undefined ? nothing : html`<p class="toast bad">${problem}${close}</p>`}</div>
    <div role="status">${notice === undefined ? nothing : html`<p class="toast">${notice}${undo ? html`<button type="button" class="second" @click=${() => act(undo)}>${t.undo}</button>` : nothing}${close}</p>`}</div>
  </div>`
}

const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 2 11h3v11h5v-7h4v7h5V11h3z"></path></svg>`

/** The way that the brand leads. */
function home(): string {
  const present = shownCompany()
  return present ? startOf(present) : '/'
}

/** The whole page: head, strip, the screen, foot. */
export const frame = (): TemplateResult => html`
  <a class="skip" href="#main">${t.skip}</a>
  <header>
    <div class="head">
      <a class="brand" href=${home()}>${mark}Séjour</a>
      ${page.me ? places() : nothing}
      <div class="who">
        ${language(page.me ? 'wideOnly' : '')}
        ${page.me ? person(page.me) : html`<button type="button" class="second" @click=${askToSignIn}>${t.accounts.signIn}</button>`}
      </div>
    </div>
  </header>
  ${tour()}
  <main id="main" tabindex="-1" aria-busy=${page.isBusy || page.isLoading ? 'true' : 'false'}>
    ${(page.isSlow ? undefined : page.screen?.view()) ?? html`<p class="hidden">${t.loading}</p><div class="wait ${page.isSlow ? 'now' : ''}"></div>`}
  </main>
  <footer>
    ${isDemo ? t.foot : nothing} <a href="/docs">${t.footLinks}</a> · © GeoNames CC BY 4.0 · Natural Earth
  </footer>
  ${toasts()}
`
