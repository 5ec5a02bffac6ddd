import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, signOut } from './client.ts'
import { disconnect } from './live.ts'
import { changeLocale, otherLocale } from './locale.ts'
import { act, navigate, page, redraw } from './page.ts'
import { type Account, isDemo, settings } from './settings.ts'
import { t } from './texts.ts'
import { tour } from './tour.ts'

const titled = ({ name, role }: Account): string => `${name} · ${t.roles[role] ?? role}`

function leave(): Promise<void> {
  return act(async () => {
    disconnect()
    await signOut()
    page.me = undefined
    navigate('/')
  })
}

/** Identity of this tab, and tabs of other people. */
function people(): TemplateResult {
  const { me } = page
  const present = settings.accounts.find(({ login }) => login === me?.email)
  const name = present ? titled(present) : (me?.first_name ?? t.accounts.nobody)
  const others = settings.accounts.filter((account) => account !== present)
  return html`<details class="menu">
    <summary>${name}</summary>
    <div>
      ${isDemo ? html`<p>${t.accounts.about}</p>` : nothing}
      ${others.map((account) =>
        me
          ? html`<a href="/?as=${account.role}" target="_blank" rel="noopener">${t.accounts.there(titled(account))}</a>`
          : html`<a href="/?as=${account.role}">${t.accounts.here(titled(account))}</a>`,
      )}
      ${
        me
          ? html`<button type="button" class="quiet" @click=${leave}>${t.accounts.out}</button>`
          : isDemo
            ? nothing
            : html`<a href="/trips">${t.accounts.signIn}</a>`
      }
    </div>
  </details>`
}

function places(): TemplateResult | typeof nothing {
  const { me, unread } = page
  if (!me) return nothing
  const isStaff = me.role === 'support' || me.role === 'admin'
  const links: [path: string, name: string, count?: number][] = [
    ...(me.role === 'owner' ? [['/owner', t.nav.owner] as [string, string]] : []),
    ...(isStaff ? [['/support', t.nav.support] as [string, string]] : []),
    ['/trips', t.nav.trips],
    ['/inbox', t.nav.inbox, unread.inbox],
    ['/bell', t.nav.bell, unread.bell],
    ...(settings.mailbox ? [['/mail', t.nav.mail] as [string, string]] : []),
  ]
  return html`<nav class="places" aria-label=${t.nav.trips}>
    ${links.map(([path, name, count = 0]) => {
      // Reservations of others are not among one's own trips.
      const isOwn = path !== '/trips' || me.role === 'user'
      const isHere = location.pathname === path || (isOwn && location.pathname.startsWith(`${path}/`))
      const badge = html`<span class="badge" aria-hidden="true">${count}</span><span class="hidden">, ${t.unread(count)}</span>`
      return html`<a href=${path} aria-current=${isHere ? 'page' : 'false'}>${name}${count > 0 ? badge : nothing}</a>`
    })}
  </nav>`
}

function toasts(): TemplateResult {
  const { problem, notice } = page
  const dismiss = () => {
    page.problem = undefined
    page.notice = undefined
    redraw()
  }
  const close = html`<button type="button" class="quiet" aria-label=${t.close} @click=${dismiss}>×</button>`
  return html`<div class="toasts">
    <div role="alert">${problem === undefined ? nothing : html`<p class="toast bad">${problem}${close}</p>`}</div>
    <div role="status">${notice === undefined ? nothing : html`<p class="toast">${notice}${close}</p>`}</div>
  </div>`
}

/** The account changes its language too, which mails and the checkout are in. */
const change = () =>
  act(async () => {
    const locale = otherLocale()
    if (page.me) bodyOf(await api.PUT('/api/v1/user', { body: { locale } }))
    changeLocale(locale)
  })

/** The whole page: head, strip, the screen, foot. */
export const frame = (): TemplateResult => html`
  <a class="skip" href="#main">${t.skip}</a>
  <header>
    <div class="head">
      <a class="brand" href="/">Séjour</a>
      ${places()}
      <div class="who">
        ${people()}
        <button type="button" class="quiet" lang=${t.other === 'English' ? 'en' : 'fr'} @click=${change}>${t.other}</button>
      </div>
    </div>
  </header>
  ${tour()}
  <main id="main" tabindex="-1" aria-busy=${page.isBusy || page.isLoading ? 'true' : 'false'}>
    ${page.screen?.view() ?? html`<p class="loading">${t.loading}</p>`}
  </main>
  <footer>
    ${isDemo ? t.foot : nothing} <a href="/docs">${t.footLinks}</a> · © GeoNames CC BY 4.0 · Natural Earth
  </footer>
  ${toasts()}
`
