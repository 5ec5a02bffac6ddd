import { html, type TemplateResult } from 'lit-html'
import { calendar } from '../calendar.ts'
import { api, bodyOf, type Schemas } from '../client.ts'
import { plusMonths, span, today } from '../format.ts'
import { act, fieldsOf, follow, isSure, quietly, redraw, type Screen, tell } from '../page.ts'
import { t } from '../texts.ts'
import { availability } from './availability.ts'
import { connections } from './connections.ts'
import { handBooking } from './hand-booking.ts'

type Season = Schemas['Season']
type Change =
  | { action: 'block'; reason?: string }
  | { action: 'unblock' }
  | { action: 'set_price'; price_per_night: number }

/** The calendar of one home: closures, prices, seasons, and who else reads and writes it. */
export async function ownerCalendar(property_id: string, title = t.owner.calendar): Promise<Screen> {
  const days = availability(property_id)
  let month = plusMonths(today(), 0)
  let [from, to]: [string | undefined, string | undefined] = [undefined, undefined]
  const readSeasons = async () =>
    bodyOf(await api.GET('/api/v1/seasons-test', { params: { query: { property_id, per_page: 100 } } })).data
  let [seasons] = await Promise.all([readSeasons(), days.show(month)])
  const others = connections(property_id)
  const desk = handBooking(
    property_id,
    () => [from ?? '', to ?? from ?? ''],
    async () => {
      ;[from, to] = [undefined, undefined]
      await refresh()
    },
  )

  const refresh = async () => {
    await days.show(month)
    redraw()
  }
  const pick = (day: string) => {
    if (from !== undefined && to === undefined && day >= from) to = day
    else [from, to] = [day, undefined]
    redraw()
  }
  /** Nothing can be changed on days that are over. */
  const isOpen = (day: string) => days.days.get(day)?.status !== 'past'
  const turn = (first: string) => {
    month = first
    return follow(() => days.show(first))
  }
  const change = (what: Change) =>
    act(async () => {
      if (from === undefined) return
      const body = { ...what, start_date: from, end_date: to ?? from }
      bodyOf(
        await api.POST('/api/v1/calendars/properties/{property_id}/bulk', { params: { path: { property_id } }, body }),
      )
      ;[from, to] = [undefined, undefined]
      await refresh()
      tell(t.saved)
    })
  const close = (event: SubmitEvent) => {
    const { reason } = fieldsOf(event)
    return change({ action: 'block', ...(reason && { reason }) })
  }
  const setPrice = (event: SubmitEvent) =>
    change({ action: 'set_price', price_per_night: Number(fieldsOf(event).price) })
  const addSeason = (event: SubmitEvent) => {
    const { name = '', percent } = fieldsOf(event)
    return act(async () => {
      if (from === undefined) return
      const body = {
        property_id,
        season_libelle: name,
        season_start_date: from,
        season_end_date: to ?? from,
        season_reduction_percent: Number(percent),
      }
      bodyOf(await api.POST('/api/v1/seasons-test', { body }))
      ;[from, to] = [undefined, undefined]
      seasons = await readSeasons()
      await refresh()
      tell(t.saved)
    })
  }
  const removeSeason = ({ id, season_libelle }: Season) =>
    act(async () => {
      if (!isSure(t.owner.removeSeason(season_libelle))) return
      bodyOf(await api.DELETE('/api/v1/seasons-test/{id}', { params: { path: { id } } }))
      seasons = await readSeasons()
      await refresh()
    })

  const tools = (): TemplateResult => {
    if (from === undefined) return html`<p>${t.owner.pick}</p>`
    return html`<p><b>${span(from, to ?? from)}</b></p>
      ${desk.forms()}
      <form class="inline" @submit=${close}>
        <label>${t.owner.reason}<input name="reason" maxlength="200" /></label><button class="second">${t.owner.closing}</button>
      </form>
      <form class="inline" @submit=${setPrice}>
        <label>${t.owner.price}<input name="price" type="number" min="1" step="0.01" required /></label><button class="second">${t.owner.setPrice}</button>
      </form>
      <div class="actions">
        <button type="button" class="second" @click=${() => change({ action: 'unblock' })}>${t.owner.opening}</button>
      </div>
      <form class="inline" @submit=${addSeason}>
        <label>${t.owner.season}<input name="name" required maxlength="100" /></label>
        <label>${t.owner.reduction}<input name="percent" type="number" min="1" max="100" required /></label>
        <button class="second">${t.owner.addSeason}</button>
      </form>`
  }

  return {
    title,
    refresh,
    heard: {
      notification: ({ data }) => {
        if (data.property_id === property_id) quietly(refresh)
      },
    },
    view: () => html`
      <a class="back" href="/my-homes">← ${t.owner.back}</a>
      <h1>${title}</h1>
      <p><a class="linked" href="/homes/${property_id}">${t.owner.page}</a></p>
      <div class="columns">
        <section>${calendar({ month, days: days.days, from, to, canPick: isOpen, onPick: pick, onMonth: turn })}</section>
        <section class="card box" aria-live="polite">${desk.result()} ${tools()}</section>
      </div>
      <section>
        <h2>${t.owner.seasons}</h2>
        ${
          seasons.length === 0
            ? html`<p>${t.owner.noSeasons}</p>`
            : html`<ul class="plain">
              ${seasons.map(
                (season) => html`<li>
                  <span><b>${season.season_libelle}</b> <span class="muted">${span(season.season_start_date, season.season_end_date)}</span></span>
                  <b>−${season.season_reduction_percent} %</b>
                  <button type="button" class="quiet" aria-label=${t.owner.removeSeason(season.season_libelle)} @click=${() => removeSeason(season)}>×</button>
                </li>`,
              )}
            </ul>`
        }
      </section>
      ${others.view()}
    `,
  }
}
