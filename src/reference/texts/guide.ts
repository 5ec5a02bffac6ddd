import { html, type Markup } from '../../platform/openapi/page/markup.ts'

/** The pages that the guide names, which the service has as Markdown (src/operations/health/documents.routes.ts). */
const PAGES: [path: string, title: string, about: string][] = [
  ['docs/front-ends.md', 'Connecting a front end', 'return addresses, sessions, uploads, errors, origins'],
  ['docs/tour.md', 'The tour', 'from registration to the invoice, with pushes and a typed client'],
  [
    'docs/design/api.md',
    'The API',
    'conventions, and rules behind the operations: search, messages, attachments, reviews',
  ],
  ['docs/design/realtime.md', 'Real time', 'channels, events, who is online'],
  [
    'clients/typescript/README.md',
    'The package for TypeScript',
    'typed operations and events, sessions, errors by code',
  ],
  ['docs/design/payments.md', 'Payments', 'deposits, refunds, saved cards, invoices'],
  ['docs/upgrading.md', 'Upgrading', 'what may change, and what does not'],
  ['openapi.json', 'OpenAPI 3.1', 'every operation, for generators of clients'],
  ['asyncapi.json', 'AsyncAPI 3', 'every event of real time'],
  ['llms.txt', 'llms.txt', 'all pages in one list, for programs that read'],
]

const command = (text: string): Markup => html`<pre><code>${text}</code></pre>`

/** The first steps, and what holds for all operations. Pure. */
export function guide(publicUrl: string): Markup {
  const api = `${publicUrl}/api/v1`
  const pages = PAGES.map(
    ([path, title, about]) => html`<li><a href="/${path}">${title}</a> <small>${about}</small></li>`,
  )
  return html`<section id="guide"><h2>First steps</h2>
<p>The API is JSON over HTTP. These commands need <code>curl</code> and <code>jq</code>; the account is one of the demo, which a service for development has.
In production use your own.</p>
<h3>1. Sign in</h3>
${command(`API=${api}
TOKEN=$(curl -s $API/auth/login -H 'content-type: application/json' \\
  -d '{"login":"camille@demo.sejour","password":"demo-sejour"}' | jq -r .data.token)`)}
<h3>2. Search</h3>
<p>Each hit has the total of the stay. Nobody has to be signed in for that.</p>
${command(`IN=$(date -d '+60 days' +%F 2>/dev/null || date -v+60d +%F)
OUT=$(date -d '+63 days' +%F 2>/dev/null || date -v+63d +%F)
HOME_ID=$(curl -s "$API/properties/search?country_id=FR&check_in=$IN&check_out=$OUT&adults=2" \\
  | jq -r '.data[0].id')`)}
<h3>3. Hold the nights</h3>
<p>A reservation holds them while its guest pays. <a href="#createQuote">A quote</a> before it fixes the price.</p>
${command(`curl -s $API/reservations -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d "{\\"property_id\\":\\"$HOME_ID\\",\\"check_in\\":\\"$IN\\",\\"check_out\\":\\"$OUT\\",\\"adults\\":2}" \\
  | jq .data`)}
<h3>4. Pay</h3>
<p>Open <code>payment_url</code> in a browser. The provider tells the service, the stay is confirmed, and guest and owner are notified.
Returning from the checkout, <a href="#verifyPayment">ask for the outcome</a> at once.</p>
<h2>What holds everywhere</h2>
<h3>Answers and errors</h3>
<p>Most answers are <code>{success, message, data}</code>, lists have <code>meta</code>. Refusals have a <code>code</code> for programs beside
<code>message</code> for people, in French or, with <code>Accept-Language: en</code>, in English. Wrong fields are 400 with
<code>validation</code>: <code>data</code> has the sentences of each field, <code>errors</code> the codes. 429 and 503 say in
<code>Retry-After</code> how long to wait.</p>
<h3>Sessions</h3>
<p>A token stands in <code>Authorization: Bearer</code>, and ends at <code>expires_at</code>. <a href="#refreshToken">Refresh it</a> before or after that;
the old one stays good for half a minute, so that tabs do not end each other. <a href="#logout">Signing out</a> ends the session everywhere.</p>
<h3>Real time</h3>
<p>Stock pusher-js and laravel-echo connect as they are, and join <code>private-user.{id}</code> with the token.
Events are hints: after each connection read <a href="#listNotifications">notifications</a> and <a href="#listConversations">messages</a>.</p>
<h3>More to read</h3>
<ul class="pages">${pages}</ul></section>`
}
