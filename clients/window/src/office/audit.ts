import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { moment, plusDays, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, navigate, page, redraw, type Screen } from '../page.ts'
import { empty, nameOf } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { readHomes } from './read-homes.ts'

type Entry = Schemas['AuditEntry']
type Change = NonNullable<Entry['changes']>[string]

/** The first moments of a day here and of the next one; undefined for what is no day. */
function momentsOf(day: string): { from: string; until: string } | undefined {
  if (Number.isNaN(Date.parse(`${day}T00:00`))) return undefined
  const [from, until] = [new Date(`${day}T00:00`), new Date(`${plusDays(day, 1)}T00:00`)]
  return { from: from.toISOString(), until: until.toISOString() }
}

/** The text of a key, or the key as words. Pure. */
const wordsOf = (texts: Record<string, string>, key = ''): string => texts[key] ?? key.replaceAll('_', ' ')

/** A value of a column; amounts are stored in cents. Pure. */
const shownValue = (column: string, value: Change[number] | undefined): string => {
  if (value === null || value === undefined) return '–'
  return column.endsWith('_cents') ? (Number(value) / 100).toFixed(2) : String(value)
}

/** Objects that have a screen. */
const SCREENS: Record<string, string> = { reservation: '/stays/', access_code: '/stays/', travellers: '/stays/' }

/** Changes of a company, found by person and day. */
export async function audit(query: URLSearchParams): Promise<Screen> {
  const [person, asked] = [Number(query.get('person') ?? 0), query.get('day') ?? '']
  const moments = momentsOf(asked)
  const day = moments === undefined ? '' : asked
  const read = async (before?: number) =>
    bodyOf(
      await office().GET('/api/v1/audit', {
        params: {
          query: {
            ...(person > 0 && { person }),
            ...moments,
            ...(before !== undefined && { before }),
          },
        },
      }),
    )
  const [first, members, homes] = await Promise.all([
    read(),
    office()
      .GET('/api/v1/team')
      .then((answer) => dataOf(answer)),
    readHomes(),
  ])
  let { data, meta } = first
  const refresh = async () => {
    ;({ data, meta } = await read())
    redraw()
  }
  const more = () =>
    act(async () => {
      const next = await read(meta.next_before ?? undefined)
      data = [...data, ...next.data]
      meta = next.meta
    })
  const find = (event: SubmitEvent) => {
    const wanted = new URLSearchParams(fieldsOf(event))
    navigate(wanted.size === 0 ? '/audit' : `/audit?${wanted}`)
  }

  const titles = new Map(homes.map(({ id, title }) => [id, title]))
  const people = new Map([
    ...(page.me ? [[page.me.id, o.audit.me] as const] : []),
    ...members.flatMap(({ user }) => (user && user.id !== page.me?.id ? [[user.id, nameOf(user)] as const] : [])),
  ])
  const who = ({ actor, actor_id }: Entry) => people.get(actor_id ?? 0) ?? o.audit.actors[actor]

  const row = (one: Entry): TemplateResult => {
    const [subject = '', verb] = one.action.split('.')
    const what = `${wordsOf(o.audit.subjects, subject)}: ${wordsOf(o.audit.verbs, verb)}`
    const title = titles.get(one.property_id ?? '')
    const screen = SCREENS[subject]
    return html`<li>
      <div class="grow">
        ${screen === undefined ? html`<b>${what}</b>` : html`<a class="name" href=${`${screen}${one.object_id}`}>${what} (${one.object_id})</a>`}
        <small>${moment(one.at)} · ${who(one)}${title === undefined ? nothing : html` · ${title}`}</small>
        ${Object.entries(one.changes ?? {}).map(
          ([column, [before, after]]) => html`<small class="line"
            >${wordsOf({}, column.replace(/_cents$/, ''))}: ${shownValue(column, before)} → ${shownValue(column, after)}</small
          >`,
        )}
      </div>
    </li>`
  }

  return {
    title: o.audit.title,
    refresh,
    view: () => html`
      <h1>${o.audit.title}</h1>
      <form role="search" class="inline" @submit=${find}>
        <label>${o.audit.person}
          <select name="person">
            <option value="">${o.audit.everybody}</option>
            ${[...people].map(([id, name]) => html`<option value=${id} ?selected=${id === person}>${name}</option>`)}
          </select>
        </label>
        <label>${o.audit.day}<input name="day" type="date" max=${today()} .value=${day} /></label>
        <button class="second">${o.audit.find}</button>
      </form>
      ${data.length === 0 ? empty(o.audit.none, '/audit', o.audit.all) : html`<ul class="card list">${data.map(row)}</ul>`}
      ${meta.next_before === null ? nothing : html`<button type="button" class="second" @click=${more}>${t.more}</button>`}
    `,
  }
}
