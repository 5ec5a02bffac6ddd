import { render } from 'lit-html'
import { isStaff, onEnd, SejourError, sentenceOf, signIn, whoAmI } from './client.ts'
import { can, company, type Scope, startOf } from './company.ts'
import { frame } from './frame.ts'
import { readLabels } from './labels.ts'
import { locale } from './locale.ts'
import { drawBy, focusHeading, navigate, navigateBy, page, redraw, type Screen, signInBy, tell } from './page.ts'
import { asking, clearRefusals } from './refusals.ts'
import { missing, unreachable } from './screens/missing.ts'
import { settings } from './settings.ts'
import { loadSheet } from './sheets.ts'
import { t } from './texts.ts'

/** Reads what a screen shows, and gives it. `id` is the part of the address after the name. */
type Open = (id: string, query: URLSearchParams) => Promise<Screen> | Screen

/** A screen with the looks of those that only some people open. */
const styled =
  (open: Open, sheets: readonly ('own' | 'office')[] = ['own']): Open =>
  async (id, query) => {
    const [screen] = await Promise.all([open(id, query), ...sheets.map(loadSheet)])
    return screen
  }

/** A screen of a company, which people without one do not have, nor those who lack its scope: nothing is asked for them. */
const inOffice = (open: Open, scope?: Scope): Open =>
  styled(
    (id, query) => (company() && (scope === undefined || can(scope)) ? open(id, query) : missing()),
    ['own', 'office'],
  )

/** Each screen is loaded when it is opened first. */
const PUBLIC: Record<string, Open> = {
  '/password-reset': styled(async () => (await import('./screens/password-reset.ts')).passwordReset()),
  '/register': styled(async (_id, query) =>
    (await import('./screens/register.ts')).registerScreen(begin, query.get('to')),
  ),
  ...(settings.guests && {
    '/': async (_id, query) => (await import('./screens/search.ts')).search(query),
    '/homes/:id': styled(async (id, query) => (await import('./screens/home.ts')).home(id, query)),
  }),
}

const openInbox = async (id: string | undefined, query: URLSearchParams) =>
  (await import('./screens/inbox.ts')).inbox(id, query)

const openTrip = async (id: string, query: URLSearchParams): Promise<Screen> =>
  (await import('./screens/trip.ts')).trip(id, query, (other) => moved(`/stays/${other}`, openStay(other)))

const openStay = async (id: string): Promise<Screen> => {
  const openAsGuest = (other: string) => moved(`/trips/${other}`, openTrip(other, new URLSearchParams()))
  const sheet = loadSheet('office')
  const { stay } = await import('./office/stay.ts')
  const [screen] = await Promise.all([stay(id, openAsGuest), sheet])
  return screen
}

/** A stay at its other address: guests have a page of their own, and companies too. */
function moved(address: string, screen: Promise<Screen>): Promise<Screen> {
  history.replaceState(null, '', address)
  return screen
}

const GUESTS: Record<string, Open> = {
  '/trips': styled(async () => (await import('./screens/trips.ts')).trips()),
  '/trips/:id': styled(openTrip),
  '/inbox': styled((_id, query) => openInbox(undefined, query)),
  '/inbox/:id': styled(openInbox),
}

const openConversations = async (id: string | undefined, query: URLSearchParams) =>
  (await import('./office/conversations.ts')).conversations(id, query)

const OFFICE: Record<string, Open> = {
  '/today': inOffice(async () => (await import('./office/today.ts')).today()),
  '/plan': inOffice(async (_id, query) => (await import('./office/plan.ts')).plan(query)),
  '/my-homes': inOffice(async (_id, query) => (await import('./office/homes.ts')).homes(query)),
  '/calendar/:id': inOffice(async (id) => (await import('./office/calendar.ts')).calendar(id)),
  '/stays': inOffice(async (_id, query) => (await import('./office/stays.ts')).stays(query)),
  // The staff sees stays too, and guests are led to their trip.
  '/stays/:id': styled(openStay),
  '/conversations': inOffice((_id, query) => openConversations(undefined, query)),
  '/conversations/:id': inOffice(openConversations),
  '/tasks': inOffice(async () => (await import('./office/tasks.ts')).tasks()),
  '/month': inOffice(async (_id, query) => (await import('./office/month.ts')).month(query), 'exports.read'),
  '/figures': inOffice(async (_id, query) => (await import('./office/figures.ts')).figures(query), 'payments.read'),
  '/net': inOffice(async (_id, query) => (await import('./office/net.ts')).net(query), 'stays.net'),
  '/editor/:id': inOffice(async (id) => (await import('./office/editor.ts')).editor(id)),
  '/developers': inOffice(async () => (await import('./office/developers.ts')).developers(), 'keys.write'),
  '/templates': inOffice(async () => (await import('./office/templates.ts')).templates()),
  '/company': inOffice(async () => (await import('./office/company.ts')).companyScreen(), 'company.write'),
  '/sellers': inOffice(async () => (await import('./office/sellers.ts')).sellers()),
  '/channels': inOffice(async () => (await import('./office/channels.ts')).channels(), 'channels.write'),
  '/audit': inOffice(async (_id, query) => (await import('./office/audit.ts')).audit(query), 'audit.read'),
  '/team': inOffice(async () => (await import('./office/team.ts')).team()),
}

const OWN: Record<string, Open> = {
  ...(settings.guests && GUESTS),
  ...(settings.office && OFFICE),
  '/bell': styled(async () => (await import('./screens/bell.ts')).bell()),
  '/profile': styled(async () => (await import('./screens/profile.ts')).profile()),
  '/security': styled(async () => (await import('./screens/security.ts')).security()),
  '/invitations/:id': styled(async (id) => (await import('./screens/invitation.ts')).invitation(id)),
  '/support': styled(async (_id, query) =>
    isStaff(page.me) ? (await import('./screens/support.ts')).support(query) : missing(),
  ),
  ...(settings.mailbox && { '/mail': styled(async () => (await import('./screens/mail.ts')).mail()) }),
}

const patternOf = (pathname: string): string => pathname.replace(/^(\/[\w-]+)\/[^/]+$/, '$1/:id')

/** True if an address is a screen's; links to others leave the page. */
const isScreen = (pathname: string): boolean => patternOf(pathname) in PUBLIC || patternOf(pathname) in OWN

const signInScreen = async (): Promise<Screen> => {
  const [{ signInScreen: open }] = await Promise.all([import('./screens/sign-in.ts'), loadSheet('own')])
  return open(begin)
}

/** Number of the latest opening: an overtaken one shows nothing. */
let latest = 0
/** The address of the screen that is shown. */
let shown = ''
/** Time that a screen may take before grey blocks stand in its place. */
const SLOW_MS = 300

async function screenAt({ pathname, searchParams }: URL): Promise<Screen> {
  // Without the screens of guests the first page is that of the company.
  if (pathname === '/' && !settings.guests) {
    if (!page.me) return signInScreen()
    const present = company()
    history.replaceState(null, '', present ? startOf(present) : '/profile')
    return screenAt(new URL(location.href))
  }
  const pattern = patternOf(pathname)
  const [, , id = ''] = pathname.split('/')
  const own = OWN[pattern]
  if (own && !page.me) return signInScreen()
  const open = PUBLIC[pattern] ?? own
  return open ? open(decodeURIComponent(id), searchParams) : missing()
}

/** Shows the screen of the present address. */
async function show(): Promise<void> {
  const number = ++latest
  const { control } = asking()
  const { pathname } = location
  control?.setAttribute('aria-busy', 'true')
  page.isLoading = true
  if (pathname !== shown) page.from = shown
  redraw()
  // A screen that takes longer shows that it comes, in place of the one that is left.
  const slow = setTimeout(() => {
    page.isSlow = number === latest && pathname !== shown
    redraw()
  }, SLOW_MS)
  let screen: Screen
  try {
    screen = await screenAt(new URL(location.href))
  } catch (failure) {
    const isGone = failure instanceof SejourError && [400, 403, 404].includes(failure.status)
    if (isGone) screen = missing()
    else if (failure instanceof SejourError && failure.status === 401) {
      page.me = undefined
      screen = await signInScreen()
    } else screen = unreachable(sentenceOf(failure, t.offline), () => void show())
  }
  clearTimeout(slow)
  control?.removeAttribute('aria-busy')
  if (number !== latest) {
    screen.close?.()
    return
  }
  shown = pathname
  page.isSlow = false
  page.screen?.close?.()
  page.screen = screen
  page.isLoading = false
  document.title = `${screen.title} · Séjour`
  redraw()
}

/** Longest wait of the numbers of the head for the channel. */
const JOINING_MS = 1_500

/** Goes on as somebody who has signed in. */
async function begin(): Promise<void> {
  page.me = await whoAmI()
  if (!page.me) return
  const { connect, countUnread } = await import('./live.ts')
  // Events during the join are counted afterwards; a network without sockets is not waited for.
  void Promise.race([connect(), new Promise((done) => setTimeout(done, JOINING_MS))]).finally(countUnread)
}

/** Asks who is there, in place of what is shown; the address stays. */
async function askWho(): Promise<void> {
  latest += 1
  page.isLoading = false
  page.screen?.close?.()
  page.screen = await signInScreen()
  redraw()
  focusHeading()
}

signInBy(() => void askWho())

navigateBy((path) => {
  Object.assign(page, { problem: undefined, notice: undefined })
  clearRefusals()
  const next = new URL(path, location.href)
  const isSame = next.pathname === location.pathname
  if (next.href === location.href) history.replaceState(null, '', path)
  else {
    history.replaceState({ top: scrollY }, '')
    history.pushState(null, '', path)
  }
  void show().then(() => {
    if (!isSame) window.scrollTo(0, 0)
    // Focus the content, or the open conversation; a form that is gone has left the focus nowhere.
    if (!isSame || document.activeElement === document.body)
      (document.querySelector<HTMLElement>('main .with h2') ?? document.getElementById('main'))?.focus({
        preventScroll: true,
      })
  })
})

// The browser scrolls before the screen is there, so its place is found again afterwards.
window.addEventListener('popstate', ({ state }: PopStateEvent) => {
  const { top = 0 } = (state ?? {}) as { top?: number }
  void show().then(() => setTimeout(() => window.scrollTo(0, top)))
})
// A browser may bring a page back as it was left, which is not what its address says.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void show()
})

/** Closes the open menu. @returns it; undefined: none was open */
function closeMenus(): Element | undefined {
  const [menu] = document.querySelectorAll('details.menu[open]')
  menu?.removeAttribute('open')
  return menu
}

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest?.('a')
  if (link || !(event.target as Element).closest?.('.menu')) closeMenus()
  if (!link || link.target || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin) return
  // `?as=` makes the tab a person, which begins with a new page.
  const isOther = link.search.startsWith('?as=') || link.hash !== '' || !isScreen(link.pathname)
  if (isOther) return
  event.preventDefault()
  navigate(link.pathname + link.search)
})

document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenus()?.querySelector('summary')?.focus()
})

/** `/?as=owner&to=/inbox`: makes this tab a person of the demo. */
async function become(): Promise<void> {
  const query = new URLSearchParams(location.search)
  if (!query.has('as')) return
  const account = settings.accounts.find(({ role }) => role === query.get('as'))
  if (account) await signIn(account.login, account.password)
  page.me = await whoAmI()
  const present = company()
  const to = query.get('to') ?? (present ? startOf(present) : '/')
  history.replaceState(null, '', isScreen(to) ? to : '/')
}

onEnd(() => {
  page.me = undefined
  page.unread = { bell: 0, inbox: 0 }
  page.notice = t.accounts.ended
  void askWho()
})

document.documentElement.lang = locale()
const root = document.getElementById('window')
/** The server's first paint stays until there is a screen to show. */
let isPainted = (root?.childElementCount ?? 0) > 0
if (root)
  drawBy(() => {
    if (isPainted && !page.screen) return
    if (isPainted) root.replaceChildren()
    isPainted = false
    render(frame(), root)
  })
redraw()
try {
  await Promise.all([become(), readLabels()])
} catch (failure) {
  page.problem = sentenceOf(failure, t.offline)
}
await begin()
await show()
// The link of a verification mail leads here.
const verified = new URLSearchParams(location.search).get('email_verified')
if (verified === 'true') tell(t.accounts.verified)
else if (verified !== null) {
  page.problem = t.accounts.unverified
  redraw()
}
