import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { hashPassword } from '../../accounts/auth/passwords.ts'
import { createProperty } from '../../homes/properties/write.ts'
import { refreshPopularity } from '../../homes/search/popularity.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import type { UserRole } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { homeId } from '../../reference/examples/demo.ts'
import { ACCOUNTS, CITIES, DEMO_PASSWORD, OTHERS, OWNERS } from './data.ts'
import { addExamples } from './examples.ts'
import { addLife } from './life.ts'
import { fileOf, HEIGHT, picturesOf, SMALL_HEIGHT, SMALL_WIDTH, WIDTH } from './pictures.ts'
import { addWeeks } from './weeks.ts'

/**
 * Adds forty homes with five photos each, seasons, calendar prices, stays in every state, reviews, messages and texts to accept, and
 * six accounts, two of them in the owner's team; once, and all or nothing.
 * @param places resolves when the cities are there; the photos are stored until then.
 * @param say tells people what it does.
 */
export async function seedDemo(
  app: FastifyInstance,
  places: Promise<void> = Promise.resolve(),
  say: (line: string) => void = () => undefined,
): Promise<void> {
  for (const [role, { first_name, email }] of Object.entries(ACCOUNTS)) {
    app.demoAccounts.push({ role, name: first_name, login: email, password: DEMO_PASSWORD })
  }
  const seeded = await queries.dev.findAccount(app.db, ACCOUNTS.owner)
  if (seeded) return
  say('It loads cities, and adds the homes and stays of the demo.')
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const photos = await storePhotos(app)
  await places
  const homes = await transaction(app.db, async (tx) => {
    type Account = Omit<Parameters<typeof queries.dev.insertAccount>[1], 'password_hash' | 'role'>
    const insert = async (role: UserRole, account: Account) =>
      (await queries.dev.insertAccount(tx, { ...account, password_hash, role })).id
    const guest = await insert('user', ACCOUNTS.guest)
    const owner = await insert('owner', ACCOUNTS.owner)
    await insert('support', ACCOUNTS.support)
    await insert('admin', ACCOUNTS.admin)
    const others = {
      ines: await insert('owner', OTHERS.ines),
      jonas: await insert('owner', OTHERS.jonas),
      lea: await insert('user', OTHERS.lea),
      noah: await insert('user', OTHERS.noah),
    }
    const homes = await addHomes(tx, owner, others)
    for (const [index, pictures] of photos.entries())
      for (const picture of pictures)
        await queries.properties.insertPhoto(tx, { property_id: homes[index] ?? '', ...picture })
    await addCalendars(tx, homes)
    await addLife(app, tx, homes, { guest, owner, guests: [others.lea, others.noah] })
    await addExamples(app, tx, { guest, owner, blocked: others.noah, other: others.lea, stranger: others.jonas })
    await addDrafts(tx, owner, homes.length)
    for (const role of ['desk', 'cleaner'] as const) {
      const user_id = await insert('user', ACCOUNTS[role])
      await queries.dev.insertMember(tx, { id: randomUUID(), owner_id: owner, user_id, role })
    }
    await refreshPopularity(app, tx)
    return homes
  })
  await addWeeks(app, homes)
}

/** Stores the prepared pictures, five for each home. */
async function storePhotos(app: FastifyInstance) {
  const homes = CITIES.flatMap((city) => city.homes)
  return Promise.all(
    homes.map(async (_home, index) => {
      const stored = []
      for (const { kind, number, alt } of picturesOf(index)) {
        const path = await app.storage.save('properties', await readFile(fileOf(kind, number, WIDTH)), 'webp')
        const small = await readFile(fileOf(kind, number, SMALL_WIDTH))
        const url = await app.storage.saveSmaller(path, SMALL_WIDTH, small)
        stored.push({
          path,
          alt,
          width: WIDTH,
          height: HEIGHT,
          smaller: [{ url, width: SMALL_WIDTH, height: SMALL_HEIGHT }],
        })
      }
      return stored
    }),
  )
}

const UNLIMITED = { homesPerAccount: Number.POSITIVE_INFINITY }

async function addHomes(
  tx: Transaction,
  owner: number,
  others: Record<keyof typeof OTHERS, number>,
): Promise<string[]> {
  const homes: string[] = []
  for (const { country, city, street, homes: wanted } of CITIES) {
    const place = await queries.dev.findCity(tx, { country_id: country, name: city })
    const abroad = OWNERS[country]
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
          { userId: abroad ? others[abroad] : owner, verified: true },
          {
            title,
            property_type,
            city_id: place.id,
            max_guests,
            bedrooms,
            amenities,
            description: `${title}. Draps et serviettes fournis, ménage compris, accueil sur place.`,
            address: street.replace('#', String(3 + number)),
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
            // Some take a deposit, and some are only lent on request.
            ...(number % 5 === 2 ? { deposit_percent: 30, balance_due_days: 30 } : {}),
            instant_book: number % 7 !== 5,
            cancellation_policy: (['flexible', 'moderate', 'strict'] as const)[number % 3] ?? 'flexible',
          },
          homeId(number),
        ),
      )
    }
  }
  return homes
}

async function addCalendars(tx: Transaction, homes: string[]): Promise<void> {
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
  }
}

/** Homes that their owner has not finished. */
async function addDrafts(tx: Transaction, userId: number, published: number): Promise<void> {
  const place = await queries.dev.findCity(tx, { country_id: 'FR', name: 'Lyon' })
  for (const [number, title] of ['Péniche à rénover', 'Studio en préparation'].entries())
    await createProperty(
      tx,
      UNLIMITED,
      { userId, verified: true },
      { title, city_id: place?.id ?? '', base_price: 9_000, max_guests: 2, status: 'draft' },
      homeId(published + number),
    )
}
