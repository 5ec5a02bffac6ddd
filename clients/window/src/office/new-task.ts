import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, idempotencyKeys, type Schemas } from '../client.ts'
import { today } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, follow, tell } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { readHomes } from './read-homes.ts'

const KINDS = ['cleaning', 'maintenance', 'other'] as const

/** The form that makes a task, for whoever of `assignees` has it; the homes to choose from are read when it opens. */
export function newTask(assignees: () => { id: number; name: string }[], done: () => Promise<void>) {
  let homes: Schemas['OwnProperty'][] | undefined
  const keys = idempotencyKeys()
  const askHomes = (event: Event) => {
    if (homes !== undefined || !(event.target as HTMLDetailsElement).open) return
    void follow(async () => {
      homes = await readHomes()
    })
  }
  const create = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { property_id = '', day = '', kind, note, closes_days, assignee_id } = fieldsOf(event)
    return act(async () => {
      const body = {
        property_id,
        day,
        kind: KINDS.find((one) => one === kind) ?? 'other',
        ...(note && { note }),
        ...(assignee_id && { assignee_id: Number(assignee_id) }),
        ...(closes_days && { closes_days: Number(closes_days) }),
      }
      const params = { header: { 'idempotency-key': keys.of(body) } }
      bodyOf(await office().POST('/api/v1/tasks', { params, body }))
      keys.renew()
      form.reset()
      await done()
      tell(t.saved)
    })
  }
  return (): TemplateResult => html`<details class="card fold" @toggle=${askHomes}>
    <summary>${o.tasks.create}</summary>
    ${
      homes === undefined
        ? nothing
        : html`<form @submit=${create}>
          <label>${o.stay.home}<select name="property_id">${homes.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}</select></label>
          <div class="pair">
            <label>${o.tasks.day}<input name="day" type="date" value=${today()} required /></label>
            <label>${o.tasks.kind}<select name="kind">${KINDS.map((one) => html`<option value=${one}>${o.kinds[one]}</option>`)}</select></label>
          </div>
          <label>${o.tasks.assignee}<select name="assignee_id"><option value="">${o.tasks.nobody}</option>${assignees().map((one) => html`<option value=${one.id}>${one.name}</option>`)}</select></label>
          <label>${o.tasks.note}<input name="note" maxlength="5000" /></label>
          <label>${o.tasks.closes}<input name="closes_days" type="number" min="0" max="366" placeholder="0" /></label>
          <button>${o.desk.add}</button>
        </form>`
    }
  </details>`
}
