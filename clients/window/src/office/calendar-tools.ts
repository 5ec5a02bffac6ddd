import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { money, plusDays, span } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, focusHeading, redraw, tell } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { closing } from './closing.ts'
import { handBooking, type Nights } from './hand-booking.ts'
import { nightsBetween } from './plan-layout.ts'
import { tabs } from './tabs.ts'

type Day = Schemas['CalendarDay']
type Season = Schemas['Season']

const DOINGS = ['close', 'open', 'owner', 'book'] as const
type Doing = (typeof DOINGS)[number]

/** Subject of the tools: the chosen nights with their days, and the seasons of the home. */
interface ToolsOptions {
  nights(): Nights
  chosen(): Day[]
  seasons(): Season[]
  /** Reads everything again after a change. `isKept`: the nights stay chosen. */
  changed(isKept?: boolean): Promise<void>
}

/** Prices, availability and seasons of the chosen nights. */
export function calendarTools({ nights, chosen, seasons, changed }: ToolsOptions) {
  const choices = tabs<'price' | 'days' | 'season'>('calendar', o.plan.calendar.setting)
  let doing: Doing | undefined
  /** Typed values; undefined: nothing was typed. */
  let price: string | undefined
  let minStay: string | undefined
  let reduction: string | undefined

  const count = () => nightsBetween(nights().check_in, nights().check_out)
  const days = () => ({ start_date: nights().check_in, end_date: plusDays(nights().check_out, -1) })
  const finish = async (isKept = false) => {
    price = undefined
    minStay = undefined
    await changed(isKept)
    focusHeading('.settings h2')
  }
  const dates = closing(nights, () => finish())
  const booking = handBooking(
    nights,
    () => finish(true),
    () => changed(true),
  )

  /** The value that all chosen days have; undefined: they differ. */
  const common = (of: (day: Day) => number): number | undefined => {
    const values = new Set(chosen().map(of))
    return values.size === 1 ? [...values][0] : undefined
  }
  const typedPrice = () => price ?? String(common((day) => day.price) ?? '')
  const setPrice = (event: SubmitEvent) => {
    event.preventDefault()
    const amount = typedPrice()
    return act(async () => {
      const params = { path: { property_id: nights().property_id } }
      const body = {
        ...{ action: 'set_price' as const, ...days() },
        ...(amount !== '' && { price_per_night: Number(amount) }),
        ...(minStay !== undefined && minStay !== '' && { min_stay: Number(minStay) }),
      }
      bodyOf(await office().POST('/api/v1/calendars/properties/{property_id}/bulk', { params, body }))
      await finish()
      tell(t.saved)
    })
  }
  const addSeason = (event: SubmitEvent) => {
    const { name = '', percent } = fieldsOf(event)
    return act(async () => {
      const { start_date, end_date } = days()
      const body = {
        property_id: nights().property_id,
        season_libelle: name,
        season_start_date: start_date,
        season_end_date: end_date,
        season_reduction_percent: Number(percent),
      }
      bodyOf(await office().POST('/api/v1/seasons-test', { body }))
      await finish()
      tell(t.saved)
    })
  }
  const removeSeason = ({ id, property_id, ...season }: Season) =>
    act(async () => {
      bodyOf(await office().DELETE('/api/v1/seasons-test/{id}', { params: { path: { id } } }))
      await changed(true)
      tell(o.plan.calendar.seasonRemoved, async () => {
        const { season_libelle, season_start_date, season_end_date, season_reduction_percent } = season
        const kept = { season_libelle, season_start_date, season_end_date, season_reduction_percent }
        bodyOf(await office().POST('/api/v1/seasons-test', { body: { property_id, ...kept } }))
        await changed(true)
      })
      focusHeading('.seasons h2')
    })

  const typed = (set: (value: string) => void) => (event: Event) => {
    set((event.target as HTMLInputElement).value)
    redraw()
  }

  const priceTab = (): TemplateResult => {
    const all = chosen()
    const [{ currency } = { currency: 'EUR' }] = all
    const prices = all.map((day) => day.price)
    const [low, high] = [Math.min(...prices), Math.max(...prices)].map((amount) => money(amount, currency))
    const amount = typedPrice()
    const text = t.nights(count())
    return html`<form @submit=${setPrice}>
      <label>${o.plan.calendar.price(currency)}
        <input name="price_per_night" type="number" min="1" step="0.01" inputmode="decimal" .value=${amount} ?required=${!minStay} @input=${typed(
          (value) => {
            price = value
          },
        )} />
      </label>
      <p class="small muted">
        ${low === high ? o.plan.calendar.now(low ?? '') : o.plan.calendar.nowBetween(low ?? '', high ?? '')}
        ${all.some((day) => day.discounted_price !== day.price) ? o.plan.calendar.discounted : nothing}
        ${amount === '' ? nothing : o.plan.calendar.sum(money(Number(amount) * count(), currency))}
      </p>
      <label>${o.plan.calendar.minStay}
        <input name="min_stay" type="number" min="1" max="365" .value=${minStay ?? ''} placeholder=${common((day) => day.min_stay) ?? ''} @input=${typed(
          (value) => {
            minStay = value
          },
        )} />
      </label>
      <p class="small muted">${o.plan.calendar.unchanged}</p>
      <button class="full">${amount === '' ? o.plan.calendar.setStay(text) : o.plan.calendar.set(money(Number(amount), currency), text)}</button>
    </form>`
  }

  const daysTab = (): TemplateResult => {
    const offered = DOINGS.filter((one) => one !== 'book' || can('reservations.write'))
    const isClosed = chosen().some(({ status }) => status === 'closed')
    const present = doing ?? (isClosed ? 'open' : 'close')
    const choose = (one: Doing) => () => {
      doing = one
      if (one === 'book') booking.refresh()
      redraw()
    }
    const forms = { close: dates.close, open: dates.open, owner: dates.ownerStay, book: booking.form }
    return html`<fieldset>
        <legend>${o.plan.calendar.these}</legend>
        ${offered.map(
          (one) =>
            html`<label class="check"><input type="radio" name="doing" value=${one} .checked=${one === present} @change=${choose(one)} />${o.plan.calendar.doing[one]}</label>`,
        )}
      </fieldset>
      ${forms[present]()}`
  }

  const seasonTab = (): TemplateResult => {
    const base = common((day) => day.price)
    const [{ currency, season_id } = { currency: 'EUR', season_id: null }] = chosen()
    const covering = seasons().find(({ id }) => id === season_id)
    const percent = Number(reduction ?? '')
    return html`<form @submit=${addSeason}>
      <label>${o.plan.calendar.season}<input name="name" required maxlength="100" /></label>
      <label>${o.plan.calendar.reduction}<input name="percent" type="number" min="1" max="100" required inputmode="numeric" @input=${typed(
        (value) => {
          reduction = value
        },
      )} /></label>
      <p class="small muted">
        ${base !== undefined && percent > 0 && percent <= 100 ? o.plan.calendar.becomes(money(base, currency), money((base * (100 - percent)) / 100, currency)) : nothing}
        ${covering ? o.plan.calendar.covered(covering.season_libelle) : o.plan.calendar.uncovered}
      </p>
      <button class="full">${o.plan.calendar.addSeason}</button>
    </form>`
  }

  return {
    /** Begins anew with other nights. */
    reset(): void {
      price = undefined
      minStay = undefined
      reduction = undefined
      booking.dismiss()
      if (doing === 'book') booking.refresh()
    },
    result: booking.result,
    view: (): TemplateResult =>
      choices.view([
        { name: 'price', title: o.plan.calendar.tabs.price, view: priceTab },
        { name: 'days', title: o.plan.calendar.tabs.days, view: daysTab },
        { name: 'season', title: o.plan.calendar.tabs.season, view: seasonTab },
      ]),
    list: (): TemplateResult => html`<section class="card seasons">
      <h2>${o.plan.calendar.seasons}</h2>
      ${
        seasons().length === 0
          ? html`<p class="muted">${o.plan.calendar.noSeasons}</p>`
          : html`<ul class="list">
            ${seasons().map(
              (season) => html`<li>
                <div class="grow"><b>${season.season_libelle}</b><small>${span(season.season_start_date, season.season_end_date)}</small></div>
                <b>−${season.season_reduction_percent} %</b>
                ${can('calendar.write') ? html`<button type="button" class="quiet" aria-label=${o.plan.calendar.removeSeason(season.season_libelle)} @click=${() => removeSeason(season)}>×</button>` : nothing}
              </li>`,
            )}
          </ul>`
      }
    </section>`,
  }
}
