import { html, nothing, type TemplateResult } from 'lit-html'
import { asForm, dataOf, type Schemas } from '../client.ts'
import { plusDays, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, focusHeading, redraw, tell } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { saveFile } from './save-file.ts'

const KINDS = ['properties', 'reservations', 'calendar'] as const
type Kind = (typeof KINDS)[number]
type Outcome = Pick<Schemas['ImportedHomes'], 'rows' | 'problem_count' | 'problems' | 'unchanged'> & {
  created?: number
  updated?: number
  changed?: number
}

/** Sends a file to its import; a dry run checks it only. */
const IMPORTS: Record<Kind, (file: File, dry_run: boolean) => Promise<Outcome>> = {
  properties: async (file, dry_run) => dataOf(await office().POST('/api/v1/imports/properties', asFile(file, dry_run))),
  reservations: async (file, dry_run) =>
    dataOf(await office().POST('/api/v1/imports/reservations', asFile(file, dry_run))),
  calendar: async (file, dry_run) => dataOf(await office().POST('/api/v1/imports/calendar', asFile(file, dry_run))),
}

const asFile = (file: File, dry_run: boolean) => ({
  params: { query: { dry_run } },
  body: { file },
  bodySerializer: () => asForm({ file }),
})

/** Files of one row, each of the home of the first. Pure. */
const SAMPLES: Record<Kind, () => string> = {
  properties: () =>
    'external_id,title,property_type,city_id,address,max_guests,base_price\nA1,Mas des oliviers,house,2995469,12 rue Sainte,4,120',
  reservations: () =>
    `external_id,property,guest_name,guest_phone,check_in,check_out,adults,total,paid,paid_by\nR1,A1,Anna Lindqvist,+33612345678,${plusDays(today(), 30)},${plusDays(today(), 33)},2,360,100,transfer`,
  calendar: () => `external_id,from,to,price,min_stay\nA1,${plusDays(today(), 60)},${plusDays(today(), 90)},150,3`,
}

/** Homes, stays and prices from a CSV file: it is checked first, and then imported as a whole; `done` after that. */
export function csvImports(done: () => Promise<void>) {
  let kind: Kind = 'properties'
  let file: File | undefined
  let checked: Outcome | undefined

  const check = (event: SubmitEvent) => {
    event.preventDefault()
    return act(async () => {
      if (!file) return
      checked = await IMPORTS[kind](file, true)
      redraw()
      focusHeading('.checked h3')
    })
  }
  const run = () =>
    act(async () => {
      if (!file) return
      const { created = 0, updated = 0, changed = 0 } = await IMPORTS[kind](file, false)
      checked = undefined
      await done()
      tell(o.imports.imported(created, updated + changed))
    })
  const choose = (event: Event) => {
    kind = KINDS.find((one) => one === (event.target as HTMLSelectElement).value) ?? 'properties'
    checked = undefined
    redraw()
  }
  const take = (event: Event) => {
    file = (event.target as HTMLInputElement).files?.[0]
    checked = undefined
    redraw()
  }

  const sample = () => saveFile(new Blob([SAMPLES[kind]()], { type: 'text/csv' }), `${kind}.csv`)

  const outcome = ({
    rows,
    problem_count,
    problems,
    created = 0,
    updated = 0,
    changed = 0,
    unchanged,
  }: Outcome) => html`<div class="dry checked">
    <h3>${problem_count === 0 ? o.imports.wouldImport(rows) : o.imports.problems(problem_count)}</h3>
    ${
      problem_count === 0
        ? html`<p>${o.imports.outcome(created, updated + changed, unchanged)}</p>
          <h3>3. ${o.imports.importGo}</h3>
          <button type="button" @click=${run}>${o.imports.importGo}</button>`
        : html`<ul class="plain">
          ${problems.map(({ row, column, value, message }) => html`<li><span><b>${o.imports.cell(row, column ?? '')}</b> ${message} ${value === null ? nothing : html`<code>${value}</code>`}</span></li>`)}
        </ul>`
    }
  </div>`

  return (): TemplateResult => html`<section class="card">
    <h2>${o.imports.csv}</h2>
    <form @submit=${check}>
      <h3>1. ${o.imports.choose}</h3>
      <label>${o.imports.what}
        <select @change=${choose}>${KINDS.map((one) => html`<option value=${one} ?selected=${one === kind}>${o.imports.files[one]}</option>`)}</select>
      </label>
      <p class="small muted">${SAMPLES[kind]().split('\n')[0]?.replaceAll(',', ', ')}…</p>
      <button type="button" class="second" @click=${sample}>${o.imports.sample}</button>
      <h3>2. ${o.imports.check}</h3>
      <label>${o.imports.file}<input type="file" accept=".csv,text/csv" required @change=${take} /></label>
      <button class="second">${o.imports.check}</button>
    </form>
    ${checked === undefined ? nothing : outcome(checked)}
    <p class="small muted">${o.imports.exportsAt} <a href="/month">${t.nav.places.month}</a></p>
  </section>`
}
