import { z } from 'zod'
import { availability } from '../../bookings/calendars/schemas.ts'
import { propertyDetails } from '../../homes/properties/schemas.ts'
import { quoteSchema } from '../../homes/rates/price-schemas.ts'
import { hits } from '../../homes/search/schemas.ts'
import { envelopeSchema } from '../../platform/http/envelope.ts'
import { addDays } from '../../platform/lib/days.ts'
import { ToolRefusal } from './calls.ts'
import { days, home, party, range, someDays, type Tool, tool } from './tool.ts'

/** More would cost a model more than a second question. */
const MAX_HITS = 8
const MAX_DESCRIPTION = 600

const findHomes = tool({
  name: 'find_homes',
  description:
    'Homes to rent, with the price of the whole stay if days are given. Give place, or lat and lng with radius_km for homes near a point.',
  input: z.strictObject({
    place: z.string().max(100).optional().meta({ description: 'City, district or name' }),
    lat: z.number().optional(),
    lng: z.number().optional(),
    radius_km: z.number().optional(),
    ...someDays,
    ...party,
    price_max: z.number().optional().meta({ description: 'For all nights' }),
    amenities: z.string().max(500).optional().meta({ description: 'With commas: wifi,pool,pets_allowed' }),
  }),
  async run(caller, { place, ...wanted }) {
    const near = wanted.lat === undefined ? {} : { sort: 'distance' }
    const asked = Object.entries({ ...wanted, ...near, q: place, per_page: MAX_HITS, facets: false })
    const query = new URLSearchParams(
      asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )
    const { data, meta } = await caller.get(`/properties/search?${query}`, hits)
    const homes = data.map(({ id, title, city, currency, price_total, base_price, distance_km, max_guests, url }) => ({
      ...{ home: id, name: title, town: city, sleeps: max_guests, currency },
      ...(price_total === null ? { per_night_from: base_price } : { total: price_total }),
      ...(distance_km !== null && { km: distance_km }),
      ...(url !== null && { page: url }),
    }))
    if (homes.length === 0)
      return { homes, next: 'Nothing fits. Try other days, fewer wishes, or lat, lng and radius_km.' }
    return meta.total > homes.length ? { homes, more: meta.total - homes.length } : { homes }
  },
})

// biome-ignore format: a list
export const shownHome = envelopeSchema(propertyDetails.pick({
  title: true, city: true, neighborhood: true, property_type: true, room_type: true, description: true, max_guests: true, bedrooms: true, beds: true, bathrooms: true, amenities: true,
  min_stay: true, max_stay: true, check_in_time: true, check_out_time: true, instant_book: true, cancellation_policy: true, deposit_percent: true, balance_due_days: true, security_deposit: true,
  currency: true, rating_average: true, registration_number: true, url: true,
}))

const getHome = tool({
  name: 'get_home',
  description: 'One home: description, rules, beds, terms.',
  input: z.strictObject({ home }),
  async run(caller, { home: id }) {
    const { data } = await caller.get(`/properties/${id}`, shownHome)
    const { title: name, url: page, description, ...rest } = data
    return { name, description: description.slice(0, MAX_DESCRIPTION), ...rest, page }
  },
})

const freeDays = tool({
  name: 'free_days',
  description:
    'When a home is free: ranges from the first possible arrival to the last departure. By default the next 90 days.',
  input: z.strictObject({ home, ...range }),
  async run(caller, { home: id, ...wanted }) {
    const query = new URLSearchParams(Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : [])))
    const { data } = await caller.get(`/calendars/properties/${id}/availability?${query}`, availability)
    const free: { from: string; to: string; min_nights: number }[] = []
    for (const { date, is_available, min_stay } of data) {
      if (!is_available) continue
      const last = free.at(-1)
      if (last?.to === date) last.to = addDays(date, 1)
      else free.push({ from: date, to: addDays(date, 1), min_nights: min_stay })
    }
    return { free }
  },
})

const quoteStay = tool({
  name: 'quote_stay',
  description: 'The price of a stay, line by line, fixed for two hours. Nothing is held yet.',
  input: z.strictObject({ home, ...days, ...party }),
  async run(caller, { home: property_id, ...stay }) {
    const { data } = await caller.post('/quotes', { property_id, ...stay }, envelopeSchema(quoteSchema))
    const { bookable, violations, nights, total, currency, due_now, balance, balance_due_on, security_deposit } = data
    if (!bookable) {
      const why = violations.map(({ message }) => message).join(' ')
      throw new ToolRefusal(`${why} Ask free_days for other days, or find_homes for other homes.`)
    }
    return {
      ...{ quote: data.quote_id, valid_until: data.expires_at, nights, currency, total },
      lines: data.lines.map(({ code, amount }) => ({ code, amount })),
      ...{ due_now, balance, balance_due_on, security_deposit },
      refunds: data.cancellation.map(({ until, refund }) => ({ until, refund })),
    }
  },
})

/** Tools that need what a publishable key may do. */
export const HOME_TOOLS: Tool[] = [findHomes, getHome, freeDays, quoteStay]
