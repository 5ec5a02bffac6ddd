import type { FastifyInstance } from 'fastify'
import { hashPassword } from '../../auth/passwords.ts'
import { type Transaction, transaction } from '../../db/client.ts'
import { queries } from '../../db/queries.ts'
import { addDays } from '../../lib/days.ts'
import { createProperty } from '../../properties/write.ts'
import { priceFromDatabase } from '../../rates/load.ts'
import { refreshPopularity } from '../../search/popularity.ts'
import { ACCOUNTS, CITIES, DEMO_PASSWORD } from './data.ts'

/**
 * Adds forty homes with photos, seasons, calendar prices and stays, and three accounts; once, and all or nothing.
 * @param places resolves when the cities are there; the photos are drawn meanwhile.
 */
export async function seedDemo(app: FastifyInstance, places: Promise<void> = Promise.resolve()): Promise<void> {
  for (const [role, { email }] of Object.entries(ACCOUNTS)) {
    app.demoAccounts.push({ role, login: email, password: DEMO_PASSWORD })
  }
  const seeded = await queries.dev.findAccount(app.db, ACCOUNTS.owner)
  if (seeded) return
  const { drawHouse } = await import('./pictures.ts')
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const photos = await Promise.all(
    CITIES.flatMap(({ homes }) => homes).map(async (_home, index) =>
      app.storage.save('properties', await drawHouse(index + 1), 'webp'),
    ),
  )
  await places
  await transaction(app.db, async (tx) => {
    const insert = async (role: 'user' | 'owner' | 'support', account: (typeof ACCOUNTS)[keyof typeof ACCOUNTS]) =>
      (await queries.dev.insertAccount(tx, { ...account, password_hash, role })).id
    const guest = await insert('user', ACCOUNTS.guest)
    const owner = await insert('owner', ACCOUNTS.owner)
    await insert('support', ACCOUNTS.support)
    const homes = await addHomes(tx, owner)
    for (const [index, path] of photos.entries()) {
      const property_id = homes[index] ?? ''
      await queries.properties.insertPhoto(tx, { property_id, path, width: 960, height: 640, smaller: [] })
    }
    await addCalendars(tx, homes, guest)
    await refreshPopularity(app, tx)
  })
}

const UNLIMITED = { homesPerAccount: Number.POSITIVE_INFINITY }

async function addHomes(tx: Transaction, owner: number): Promise<string[]> {
  const homes: string[] = []
  for (const { country, city, homes: wanted } of CITIES) {
    const place = await queries.dev.findCity(tx, { country_id: country, name: city })
    if (!place) throw new Error(`no city ${city} in ${country}`)
    if (country === 'FR') {
      await queries.places.setTouristTax(tx, { city_id: place.id, percent_hundredths: 500, cap_cents: 550 })
    }
    for (const [title, property_type, price, max_guests, bedrooms, amenities] of wanted) {
      const number = homes.length
      homes.push(
        await createProperty(
          tx,
          UNLIMITED,
          { userId: owner, verified: true },
          {
            title,
            property_type,
            city_id: place.id,
            max_guests,
            bedrooms,
            amenities,
            description: `${title}. Draps et serviettes fournis, ménage compris, accueil par Martin.`,
            // Spread around the centre, so that a map shows the homes separately.
            latitude: place.latitude + ((number % 5) - 2) * 0.006,
            longitude: place.longitude + ((number % 3) - 1) * 0.009,
            included_guests: Math.min(2, max_guests),
            beds: Math.max(1, bedrooms),
            base_price: price * 100,
            weekend_price: Math.round(price * 1.2) * 100,
            cleaning_fee: Math.round(price * 0.4) * 100,
            extra_guest_fee: 1_000,
            security_deposit: 20_000,
            cancellation_policy: (['flexible', 'moderate', 'strict'] as const)[number % 3] ?? 'flexible',
          },
        ),
      )
    }
  }
  return homes
}

async function addCalendars(tx: Transaction, homes: string[], guestId: number): Promise<void> {
  const { today } = await queries.dev.findToday(tx, {})
  const year = Number(today.slice(0, 4)) + (today.slice(5) > '06-01' ? 1 : 0)
  for (const [index, property_id] of homes.entries()) {
    if (index % 2 === 0) {
      await queries.dev.insertSeason(tx, {
        property_id,
        label: 'Basse saison',
        start_date: `${year}-01-05`,
        end_date: `${year}-03-31`,
        reduction_hundredths: 1_500,
        min_stay: 2,
        policy: 'nights',
      })
    }
    if (index % 5 === 0) {
      await queries.dev.insertSeason(tx, {
        property_id,
        label: 'Long séjour',
        start_date: `${year}-04-01`,
        end_date: `${year}-10-31`,
        reduction_hundredths: 1_000,
        min_stay: 7,
        policy: 'booking',
      })
    }
    if (index % 3 === 0) {
      await queries.dev.insertDays(tx, {
        property_id,
        from_day: `${year}-07-10`,
        to_day: `${year}-07-18`,
        price_cents: 18_000 + index * 100,
        min_stay: 2,
      })
    }
    if (index % 4 === 0) await addStay(tx, property_id, guestId, addDays(today, 10 + index), 4)
  }
}

async function addStay(
  tx: Transaction,
  property_id: string,
  guest_id: number,
  check_in: string,
  nights: number,
): Promise<void> {
  const stay = { property_id, check_in, check_out: addDays(check_in, nights), adults: 2, children: 0, infants: 0 }
  const priced = await priceFromDatabase(tx, stay)
  await queries.dev.insertReservation(tx, {
    ...stay,
    guest_id,
    quote: priced,
    total_cents: priced.total_cents,
    due_now_cents: priced.due_now_cents,
    currency: priced.currency,
  })
}
