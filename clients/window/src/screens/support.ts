import { html, type TemplateResult } from 'lit-html'
import { api, bodyOf, type Schemas } from '../client.ts'
import { clock } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, type Screen } from '../page.ts'
import { paged } from '../paged.ts'
import { nameOf } from '../parts.ts'
import { row } from './trips.ts'

type Report = Schemas['ConversationReport']
type Reading = { report: Report; lines: { id: number; sender_id: number; content: string; created_at: string }[] }

/** Everybody's reservations and what was reported, for the staff. */
export async function support(query: URLSearchParams): Promise<Screen> {
  let q = query.get('q') ?? ''
  const [found, reports] = await Promise.all([
    paged(async (page) => {
      const params = { query: { as: 'all' as const, page, ...(q && { q }) } }
      return bodyOf(await api.GET('/api/v1/reservations', { params }))
    }),
    api.GET('/api/v1/messages/reports').then(bodyOf),
  ])
  let reading: Reading | undefined

  const find = (event: SubmitEvent) => {
    const fields = fieldsOf(event)
    return act(async () => {
      q = fields.q ?? ''
      await found.refresh()
    })
  }
  const readReport = (report: Report) =>
    act(async () => {
      const { data } = bodyOf(await api.GET('/api/v1/messages/reports/{id}', { params: { path: { id: report.id } } }))
      reading = { report, lines: data.toReversed() }
    })

  const reported = (report: Report): TemplateResult => html`<li class="card note">
    <div>
      <h3>${o.support.report(nameOf(report.reporter), nameOf(report.reported))}</h3>
      <p>${report.reason}</p>
      <small class="muted">${clock(report.created_at)}</small>
      ${
        reading?.report === report
          ? html`<ul class="plain">${reading.lines.map(
              (
                line,
              ) => html`<li><span><b>${nameOf(line.sender_id === report.reporter.id ? report.reporter : report.reported)}</b> ${line.content}</span>
              <small class="muted">${clock(line.created_at)}</small></li>`,
            )}</ul>`
          : html`<button type="button" class="second" @click=${() => readReport(report)}>${o.support.read}</button>`
      }
    </div>
  </li>`

  return {
    title: o.support.title,
    refresh: found.refresh,
    view: () => html`
      <h1>${o.support.title}</h1>
      <section>
        <h2>${o.support.reservations}</h2>
        <form class="inline" role="search" @submit=${find}>
          <label>${o.support.find}<input name="q" .value=${q} maxlength="100" /></label><button>${o.support.go}</button>
        </form>
        ${
          found.data().length === 0
            ? html`<p>${o.support.none}</p>`
            : html`<ul class="rows">${found.data().map((one) => row(one, one.guest_name))}</ul>`
        }
        ${found.more()}
      </section>
      <section>
        <h2>${o.support.reports}</h2>
        ${reports.data.length === 0 ? html`<p>${o.support.noReports}</p>` : html`<ul class="rows">${reports.data.map(reported)}</ul>`}
      </section>
    `,
  }
}
