import { html, nothing, type TemplateResult } from 'lit-html'
import { asForm, bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { inFull, plusDays, shortDay, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, ask, fieldsOf, follow, isSure, page, quietly, redraw, type Screen, tell } from '../page.ts'
import { paged } from '../paged.ts'
import { wayTo } from '../screens/way.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { newTask } from './new-task.ts'
import { markTask, sendTasks, unsentTasks } from './unsent-tasks.ts'

type Task = Schemas['Task']
type Change = Schemas['TaskChange']

/** Number of days ahead for which tasks are shown. */
const AHEAD = 14

/** Tasks at the homes, by day: a cleaner’s page on a telephone, and the list of whoever hands tasks out. */
export async function tasks(): Promise<Screen> {
  let isMine = false
  const read = async (number: number) => {
    const from = plusDays(today(), -1)
    const mine = isMine && page.me ? { assignee_id: page.me.id } : {}
    const query = { page: number, per_page: 100, from, to: plusDays(from, AHEAD), ...mine }
    return bodyOf(await office().GET('/api/v1/tasks', { params: { query } }))
  }
  // Only people who hand tasks out read who is there.
  const readTeam = async () => (can('tasks.assign') ? dataOf(await office().GET('/api/v1/team')) : [])
  await sendTasks()
  const [list, team] = await Promise.all([paged(read), readTeam()])
  const sendAgain = () =>
    quietly(async () => {
      await sendTasks()
      await list.refresh()
    })
  window.addEventListener('online', sendAgain)
  let calendar: string | null | undefined

  const patch = async (id: number, body: Change) => {
    bodyOf(await office().PATCH('/api/v1/tasks/{id}', { params: { path: { id } }, body }))
    await list.refresh()
  }
  const change = (id: number, body: Change) =>
    act(async () => {
      await patch(id, body)
    })
  const mark = (id: number, done: boolean) =>
    act(async () => {
      if (!(await markTask(id, done))) return tell(o.tasks.kept)
      await list.refresh()
      if (done) tell(o.tasks.done, () => patch(id, { done: false }))
    })
  const saveNote = (id: number) => (event: SubmitEvent) => {
    const { note = null } = fieldsOf(event)
    return act(async () => {
      bodyOf(await office().PATCH('/api/v1/tasks/{id}', { params: { path: { id } }, body: { note } }))
      await list.refresh()
      tell(t.saved)
    })
  }
  const addPicture = (id: number) => (event: Event) => {
    const [picture] = (event.target as HTMLInputElement).files ?? []
    if (!picture) return undefined
    return act(async () => {
      const params = { path: { id } }
      const body = { picture }
      bodyOf(await office().POST('/api/v1/tasks/{id}/pictures', { params, body, bodySerializer: asForm }))
      await list.refresh()
    })
  }
  const removePicture = (id: number, picture_id: number) =>
    act(async () => {
      if (!(await isSure(o.tasks.removePicture))) return
      bodyOf(
        await office().DELETE('/api/v1/tasks/{id}/pictures/{picture_id}', { params: { path: { id, picture_id } } }),
      )
      await list.refresh()
    })
  const showMine = (mine: boolean) =>
    act(async () => {
      isMine = mine
      await list.refresh()
    })
  const readCalendar = (event: Event) => {
    if (!(event.target as HTMLDetailsElement).open || calendar !== undefined) return
    void follow(async () => {
      calendar = dataOf(await office().GET('/api/v1/tasks/calendar')).url
    })
  }
  const makeCalendar = () =>
    act(async () => {
      calendar = dataOf(await office().POST('/api/v1/tasks/calendar')).url
      redraw()
    })

  const report = ({ property_id, property }: Task) =>
    act(async () => {
      const note = await ask({ action: o.tasks.report, label: o.tasks.whatIsBroken(property.title) })
      if (!note) return
      const body = { property_id, day: today(), kind: 'maintenance', note } as const
      bodyOf(await office().POST('/api/v1/tasks', { body }))
      await list.refresh()
      tell(o.tasks.reported)
    })

  const assignees = [
    ...(page.me ? [{ id: page.me.id, name: page.me.first_name }] : []),
    ...team.flatMap(({ user, email, role }) =>
      user && ['cleaner', 'desk', 'manager'].includes(role) && user.id !== page.me?.id
        ? [{ id: user.id, name: user.first_name ?? email }]
        : [],
    ),
  ]
  const assign = ({ id, assignee }: Task): TemplateResult => {
    const others =
      assignee && !assignees.some((one) => one.id === assignee.id)
        ? [{ id: assignee.id, name: assignee.first_name ?? '' }]
        : []
    const choose = (event: Event) => {
      const { value } = event.target as HTMLSelectElement
      return change(id, { assignee_id: value === '' ? null : Number(value) })
    }
    return html`<label>${o.tasks.assignee}
      <select name="assignee_id" @change=${choose}>
        <option value="" ?selected=${assignee === null}>${o.tasks.nobody}</option>
        ${[...assignees, ...others].map((one) => html`<option value=${one.id} ?selected=${one.id === assignee?.id}>${one.name}</option>`)}
      </select>
    </label>`
  }

  const when = ({ departs_on, next_arrival, property, day }: Task): string =>
    [
      departs_on === day ? o.tasks.leaves(property.check_out_time) : undefined,
      next_arrival === null
        ? undefined
        : next_arrival.day === day
          ? o.tasks.arrivesToday(property.check_in_time, next_arrival.guests)
          : o.tasks.arrivesOn(shortDay(next_arrival.day), next_arrival.guests),
    ]
      .filter(Boolean)
      .join(' · ')

  const card = (one: Task): TemplateResult => {
    const { id, property, kind, note, pictures, assignee } = one
    const waits = unsentTasks()[id]
    const isDone = waits ?? one.done_at !== null
    const isOpen = assignee === null || assignee.id === page.me?.id || can('tasks.assign')
    return html`<li class="card task">
      <div class="between">
        <h3>${property.title}</h3>
        <span class="tag ${isDone && waits === undefined ? '' : 'warn'}">${waits !== undefined ? o.tasks.kept : isDone ? o.tasks.done : o.kinds[kind]}</span>
      </div>
      <p>${[assignee === null ? o.tasks.nobodyYet : o.tasks.for(assignee.first_name ?? ''), when(one)].filter(Boolean).join(' · ')}</p>
      <p class="small muted">${[property.address, property.city].filter(Boolean).join(', ')}</p>
      ${note === null ? nothing : html`<blockquote>${note}</blockquote>`}
      <div class="pictures">
        ${pictures.map(
          (picture) => html`<span>
            <a href=${picture.url} target="_blank" rel="noopener"><img src=${picture.url} alt=${o.tasks.picture} width=${picture.width} height=${picture.height} loading="lazy" /></a>
            ${isOpen ? html`<button type="button" class="quiet" aria-label=${o.tasks.removePicture} @click=${() => removePicture(id, picture.id)}>×</button>` : nothing}
          </span>`,
        )}
      </div>
      ${
        isOpen && can('tasks.write')
          ? html`${can('tasks.assign') ? assign(one) : nothing}
            <div class="actions">
              <button type="button" class=${isDone ? 'second' : ''} @click=${() => mark(id, !isDone)}>${isDone ? o.tasks.reopen : o.tasks.markDone}</button>
              ${property.address === null ? nothing : wayTo(property.address, property.city)}
              ${can('tasks.assign') ? nothing : html`<button type="button" class="second" @click=${() => report(one)}>${o.tasks.report}</button>`}
              <label class="button second">${o.tasks.addPicture}<input type="file" class="hidden" accept="image/jpeg,image/png,image/webp" @change=${addPicture(id)} /></label>
            </div>
            <details class="fold">
              <summary>${o.tasks.more}</summary>
              <form @submit=${saveNote(id)}>
                <label>${o.tasks.note}<textarea name="note" rows="2" maxlength="5000" .value=${note ?? ''}></textarea></label>
                <button class="second">${t.desk.save}</button>
              </form>
            </details>`
          : nothing
      }
    </li>`
  }

  const ofDay = (day: string, all: Task[]): TemplateResult => html`<section>
    <h2>${day === today() ? o.tasks.today(inFull(day)) : inFull(day)}</h2>
    <ul class="taskList">${all.map(card)}</ul>
  </section>`

  const create = can('tasks.assign') ? newTask(() => assignees, list.refresh) : undefined
  return {
    title: t.nav.places.tasks,
    refresh: list.refresh,
    close: () => window.removeEventListener('online', sendAgain),
    view: () => {
      const open = list.data().filter(({ day, done_at }) => day >= today() || done_at === null)
      // Today comes first, then what was left, then what is to come.
      const isLater = (day: string) => Number(day !== today())
      const days = [...new Set(open.map(({ day }) => day))].sort(
        (one, other) => isLater(one) - isLater(other) || one.localeCompare(other),
      )
      return html`
        <div class="title">
          <h1>${t.nav.places.tasks}</h1>
          <div class="actions">
            <button type="button" class="second" aria-pressed=${isMine ? 'false' : 'true'} @click=${() => showMine(false)}>${o.tasks.all}</button>
            <button type="button" class="second" aria-pressed=${isMine ? 'true' : 'false'} @click=${() => showMine(true)}>${o.tasks.mine}</button>
          </div>
        </div>
        ${create?.() ?? nothing}
        ${
          days.length === 0
            ? html`<p class="muted">${o.tasks.none(AHEAD)}</p>`
            : days.map((day) =>
                ofDay(
                  day,
                  open.filter((one) => one.day === day),
                ),
              )
        }
        ${list.more()}
        <details class="card fold" @toggle=${readCalendar}>
          <summary>${o.tasks.calendar}</summary>
          ${calendar ? html`<label>${o.tasks.calendarAddress}<input readonly .value=${calendar} /></label>` : nothing}
          ${calendar === undefined ? nothing : html`<button type="button" class="second" @click=${makeCalendar}>${calendar === null ? o.tasks.makeCalendar : o.tasks.renewCalendar}</button>`}
        </details>
      `
    },
  }
}
