import { html, nothing, type TemplateResult } from 'lit-html'
import { calendar } from '../calendar.ts'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { money, monthOf, plusDays, plusMonths, shortSpan, span, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, follow, isSure, navigate, redraw, type Screen, tell } from '../page.ts'
import { empty } from '../parts.ts'
import { availability } from '../screens/availability.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { readHomes } from './read-homes.ts'

type Net = Schemas['NetStay']

/** Months of past stays shown for a home. */
const MONTHS_BACK = 3

/** The page of an owner: the calendar of a home, what its stays bring, and their own stays there. */
export async function net(query: URLSearchParams): Promise<Screen> {
  const homes = await readHomes()
  const property_id = query.get('home') ?? homes[0]?.id
  if (property_id === undefined)
    return { title: t.nav.places.net, view: () => html`<h1>${t.nav.places.net}</h1>${empty(o.net.none)}` }
  const path = { property_id }
  const { days, show, areFree } = availability(property_id, office())
  let month = plusMonths(today(), 0)
  let [from, to]: [string | undefined, string | undefined] = [undefined, undefined]

  const readStays = async () => {
    const params = { query: { property_id, from: plusMonths(today(), -MONTHS_BACK), per_page: 100 } }
    return bodyOf(await office().GET('/api/v1/stays/net', { params })).data
  }
  const [stays] = await Promise.all([readStays(), show(month)])

  const pick = (day: string) => {
    // The second day is that of the departure.
    if (from !== undefined && to === undefined && day > from) to = plusDays(day, -1)
    else [from, to] = [day, undefined]
    redraw()
  }
  /** The night before a departure has to be free, not the day itself. */
  const canPick = (day: string) =>
    from !== undefined && to === undefined && day > from ? areFree(from, plusDays(day, -1)) : areFree(day, day)
  const turn = (first: string) => {
    month = first
    return follow(() => show(first))
  }
  const stayThere = (event: SubmitEvent) => {
    const { name = '', guests, note } = fieldsOf(event)
    return act(async () => {
      if (from === undefined) return
      const body = { start_date: from, end_date: to ?? from, name, guests: Number(guests), ...(note && { note }) }
      dataOf(await office().POST('/api/v1/calendars/properties/{property_id}/owner-stays', { params: { path }, body }))
      ;[from, to] = [undefined, undefined]
      await show(month)
      tell(t.saved)
    })
  }
  const end = (block_id: number, name: string) =>
    act(async () => {
      if (!(await isSure(o.net.end(name)))) return
      const address = '/api/v1/calendars/properties/{property_id}/owner-stays/{block_id}'
      bodyOf(await office().DELETE(address, { params: { path: { property_id, block_id } } }))
      await show(month)
    })

  const own = (): TemplateResult[] => {
    const found = new Map(
      [...days.values()].flatMap(({ owner_stay, date }) =>
        owner_stay ? [[owner_stay.id, { ...owner_stay, date }]] : [],
      ),
    )
    return [...found.values()].map(
      ({ id, name, guests, date }) => html`<li>
        <span>${name ?? o.today.ownerStay}<small>${o.net.until(span(date, date))} · ${o.today.people(guests)}</small></span>
        <button type="button" class="quiet" aria-label=${o.net.end(name ?? '')} @click=${() => end(id, name ?? '')}>×</button>
      </li>`,
    )
  }
  const byMonth = (): TemplateResult[] => {
    const months = Map.groupBy(stays, ({ check_in }: Net) => check_in.slice(0, 7))
    return [...months]
      .sort(([one], [other]) => other.localeCompare(one))
      .map(([name, rows]) => {
        const cents = rows.reduce((sum, one) => sum + Math.round(one.net * 100), 0)
        return html`<section class="card">
        <div class="between"><h2>${monthOf(`${name}-01`)}</h2><b>${money(cents / 100, rows[0]?.currency ?? 'EUR')}</b></div>
        <dl class="lines">
          ${rows.map((one) => html`<div><dt>${shortSpan(one.check_in, one.check_out)} <small>${one.guest_name ?? ''}</small></dt><dd>${money(one.net, one.currency)}</dd></div>`)}
        </dl>
      </section>`
      })
  }

  return {
    title: t.nav.places.net,
    refresh: () => show(month).then(redraw),
    view: () => html`
      <div class="title">
        <h1>${homes.find(({ id }) => id === property_id)?.title ?? t.nav.places.net}</h1>
        ${
          homes.length < 2
            ? nothing
            : html`<label><span class="hidden">${o.stay.home}</span>
              <select @change=${(event: Event) => navigate(`/net?home=${(event.target as HTMLSelectElement).value}`)}>
                ${homes.map(({ id, title }) => html`<option value=${id} ?selected=${id === property_id}>${title}</option>`)}
              </select></label>`
        }
      </div>
      <div class="columns">
        <section>
          ${calendar({ month, days, from, to, canPick, onPick: pick, onMonth: turn })}
        </section>
        <section class="card box">
          <h2>${o.net.stayHere}</h2>
          ${
            from === undefined || !can('owner_stays.write')
              ? html`<p class="muted">${o.net.pick}</p>`
              : html`<p><b>${span(from, to ?? from)}</b></p>
                <form @submit=${stayThere}>
                  <label>${o.desk.name}<input name="name" required maxlength="255" /></label>
                  <label>${o.desk.guests}<input name="guests" type="number" min="1" max="50" value="2" required /></label>
                  <label>${o.stay.paymentNote}<input name="note" maxlength="2000" placeholder=${o.stay.optional} /></label>
                  <button class="full">${o.desk.stayThere}</button>
                </form>`
          }
          <ul class="plain">${own()}</ul>
        </section>
      </div>
      <h2>${o.net.title}</h2>
      <p class="small muted">${o.net.about}</p>
      ${stays.length === 0 ? html`<p class="muted">${o.month.noStays}</p>` : html`<div class="halves">${byMonth()}</div>`}
    `,
  }
}
