/**
 * The script of /docs: the filter, and requests from the page. Without it the page is read all the same.
 */

const KEY = 'sejour-docs-token'

/**
 * @template {Element} E
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E[]}
 */
const all = (selector, kind) => {
  const found = [...document.querySelectorAll(selector)]
  return found.flatMap((one) => (one instanceof kind ? [one] : []))
}

for (const element of all('[data-script], .try', HTMLElement)) element.hidden = false

// Contents: beside the text they are open, and closed after a choice on a phone.
const [contents] = all('.nav', HTMLDetailsElement)
const wide = matchMedia('(min-width: 62rem)')
function arrange() {
  if (contents) contents.open = wide.matches
}
wide.addEventListener('change', arrange)
arrange()
contents?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement) arrange()
})

// The filter
const [filter] = all('#filter', HTMLInputElement)
const [none] = all('#none', HTMLElement)

/** Shows what has all words. */
function find() {
  const words = filter?.value.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  let found = 0
  for (const item of all('[data-find]', HTMLElement)) {
    item.hidden = !words.every((word) => item.dataset.find?.includes(word))
    if (!item.hidden) found++
  }
  for (const group of all('[data-group]', HTMLElement)) {
    group.hidden = group.querySelector('[data-find]:not([hidden])') === null
    const list = group.querySelector(':scope > details:not(.item)')
    if (list instanceof HTMLDetailsElement) list.open = words.length > 0
  }
  for (const section of all('#guide', HTMLElement)) section.hidden = words.length > 0
  if (none) none.textContent = found > 0 ? '' : 'Nothing fits.'
}
filter?.addEventListener('input', () => {
  find()
  document.querySelector('.item:not([hidden])')?.scrollIntoView({ block: 'nearest' })
})

/** Shows what an address of this page leads to: not every browser opens it. */
function reveal() {
  const target = document.getElementById(location.hash.slice(1))
  if (target?.closest('[hidden]') && filter) {
    filter.value = ''
    find()
  }
  const item = target?.closest('details.item')
  if (item instanceof HTMLDetailsElement) item.open = true
  target?.scrollIntoView()
}
addEventListener('hashchange', reveal)
reveal()

// The token
const [token] = all('#token', HTMLInputElement)
const [signed] = all('#signed', HTMLElement)

/** Owner of this token, from its middle part. @param {string} value @returns {unknown} */
function accountOf(value) {
  const part = value.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return part && JSON.parse(atob(part)).sub
  } catch {
    return undefined
  }
}

/** A browser may refuse to keep anything: then the token is forgotten with the page. @param {() => string | null | undefined} work */
function ifAllowed(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** @param {string} value */
function keep(value) {
  if (token) token.value = value
  ifAllowed(() => void sessionStorage.setItem(KEY, value))
  const account = accountOf(value)
  if (signed) signed.textContent = account === undefined ? '' : `Signed in, as account ${account}.`
}
keep(ifAllowed(() => sessionStorage.getItem(KEY)) ?? '')
token?.addEventListener('input', () => keep(token.value.trim()))

/** The token in an answer, if it has one. @param {unknown} answer @returns {string | undefined} */
function tokenIn(answer) {
  const { data } = Object(answer)
  const found = Object(data).token ?? Object(answer).newToken
  return typeof found === 'string' ? found : undefined
}

const [signIn] = all('#sign-in', HTMLFormElement)
signIn?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const response = await fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(Object.fromEntries(new FormData(signIn))),
  }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  const found = tokenIn(answer)
  if (found !== undefined) keep(found)
  else if (signed) signed.textContent = answer?.message ?? 'The service does not answer.'
})

/** The request that a form stands for. @param {HTMLFormElement} form @returns {[string, RequestInit]} */
function requestOf(form) {
  const { method = 'GET', path = '', type } = form.dataset
  const headers = new Headers({ accept: 'application/json' })
  const query = new URLSearchParams()
  const fields = new FormData()
  let url = path
  for (const [key, value] of new FormData(form)) {
    const [where, name = ''] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
    const isEmpty = value instanceof File ? value.size === 0 : value === ''
    // Browsers take these for another folder, and would send the token there.
    if (where === 'path' && /^\.+$/.test(String(value))) throw new Error(`${value} is no ${name}`)
    if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (isEmpty) continue
    else if (where === 'query') query.append(name, String(value))
    else if (where === 'header') headers.set(name, String(value))
    else if (where === 'form') fields.append(name, value)
  }
  if (form.dataset.token !== undefined && token?.value) headers.set('authorization', `Bearer ${token.value}`)
  /** @type {BodyInit | null} */
  let body = null
  const json = String(new FormData(form).get('json') ?? '')
  if (type === 'application/json' && [...fields].length > 0) {
    // A file goes in a form, beside the fields of the text.
    for (const [name, value] of Object.entries(JSON.parse(json || '{}'))) fields.append(name, String(value))
    body = fields
  } else if (type === 'application/json') {
    headers.set('content-type', type)
    body = json
  } else if (type === 'multipart/form-data') body = fields
  else if (type !== undefined) {
    const pairs = [...fields].map(([name, value]) => [name, String(value)])
    body = new URLSearchParams(pairs)
  }
  return [`${url}${query.size > 0 ? `?${query}` : ''}`, { method, headers, body }]
}

/** The body of an answer as a text. @param {Response} response */
async function textOf(response) {
  const type = response.headers.get('content-type') ?? ''
  if (!/json|text|xml|calendar|javascript/.test(type))
    return `(${(await response.blob()).size} bytes of ${type || 'nothing'})`
  const text = await response.text()
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** @param {string} tag @param {string} text */
function element(tag, text) {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

/** @param {Response} response */
function headersOf({ headers }) {
  const made = document.createElement('details')
  made.append(element('summary', 'Headers'), element('pre', [...headers].map((pair) => pair.join(': ')).join('\n')))
  return made
}

for (const form of all('.try', HTMLFormElement)) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const answer = form.querySelector('.answer')
    answer?.replaceChildren(element('p', 'Waiting …'))
    try {
      const [url, init] = requestOf(form)
      const response = await fetch(url, init)
      const text = await textOf(response)
      const found = form.dataset.path?.startsWith('/api/v1/auth/') && tokenIn(safely(text))
      if (found) keep(found)
      answer?.replaceChildren(
        element('h5', `${init.method} ${url}`),
        element('p', `${response.status} ${response.statusText}`),
        headersOf(response),
        element('pre', text),
      )
    } catch (error) {
      answer?.replaceChildren(element('p', `No answer: ${error instanceof Error ? error.message : error}`))
    }
  })
}

/** @param {string} text @returns {unknown} */
function safely(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
