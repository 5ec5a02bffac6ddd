import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { hashSecret } from '../../accounts/auth/passwords.ts'
import { lastDayOf, versionOf } from '../../bookings/reservations/change-rules.ts'
import { billOfStay } from '../../bookings/settlement/billing.ts'
import { inboxUrl } from '../../channels/channel-manager/subscriptions.ts'
import { announce } from '../../conversations/messages/send.ts'
import { priceFromDatabase } from '../../homes/rates/load.ts'
import { sealCode } from '../../hosting/arrival/codes.ts'
import { newSecret } from '../../integrations/webhook-endpoints/signature.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { addDays } from '../../platform/lib/days.ts'
import * as ids from '../../reference/examples/demo.ts'
import { fileOf, SMALL_HEIGHT, SMALL_WIDTH } from './pictures.ts'

interface People {
  guest: number
  owner: number
  /** Person that the guest has blocked. */
  blocked: number
  /** Two others, one of whom reports what the other has written. */
  other: number
  stranger: number
}

/** Objects named in the examples of the OpenAPI document, so that they work when they are tried in /docs. */
export async function addExamples(app: FastifyInstance, tx: Transaction, people: People): Promise<void> {
  await queries.dev.updateKeys(tx, {
    user_id: people.guest,
    mail_key: ids.MAIL_KEY,
    property_id: ids.HOME,
    calendar_token: ids.CALENDAR,
  })
  await addMoney(app, tx, people)
  await addHomeOfOwner(app, tx)
  await queries.dev.insertEndpoint(tx, {
    id: ids.ENDPOINT,
    user_id: people.owner,
    url: 'https://accounting.example.org/hooks',
    types: ['reservation.confirmed', 'reservation.cancelled'],
    description: 'The accountant',
    secret: await newSecret(tx, app.config, ids.ENDPOINT),
  })
  await queries.dev.insertKey(tx, { id: ids.API_KEY, user_id: people.owner, property_ids: [ids.HOME] })
  await addTeam(tx, people)
  await queries.sellers.insert(tx, {
    owner_id: people.owner,
    name: 'Marco Rossi',
    address: '3 quai du Port\n13002 Marseille',
    tax_id: 'FR12345678901',
    vat_hundredths: 1_000,
    prefix: 'ROSSI',
    country: 'FR',
    kind: 'business',
    vat_exempt: false,
  })
  await addChangeRequest(tx)
  await addArrival(app, tx)
  await addTask(app, tx, people)
  await addTemplate(tx, people)
  await queries.dev.insertSession(tx, { sid: ids.SESSION, user_id: people.guest })
  await addTalk(app, tx, people)
}

/** A member of the owner's team, and an invitation that the guest has not accepted. */
async function addTeam(tx: Transaction, { owner, blocked }: People): Promise<void> {
  await queries.dev.insertMember(tx, {
    id: ids.TEAM_MEMBER,
    owner_id: owner,
    user_id: blocked,
    role: 'accountant',
  })
  await queries.dev.insertInvitation(tx, {
    id: ids.INVITATION,
    owner_id: owner,
    property_ids: [ids.HOME],
    email: ids.ADDRESS,
    key_hash: hashSecret(ids.INVITATION_KEY),
  })
}

/** Maintenance at a home with a picture, and the calendar of who has it. The cleanings of departures follow with the commit. */
async function addTask(app: FastifyInstance, tx: Transaction, { owner }: People): Promise<void> {
  const task = await queries.tasks.insert(tx, {
    property_id: ids.HOME,
    day: ids.inDays(3),
    kind: 'maintenance',
    assignee_id: owner,
    note: 'La chaudière siffle.',
  })
  if (!task) throw new Error('no task')
  const path = await app.storage.save('attachments', await readFile(fileOf('kitchen', 1, SMALL_WIDTH)), 'webp')
  const size = { width: SMALL_WIDTH, height: SMALL_HEIGHT }
  await queries.tasks.insertPicture(tx, { task_id: task.id, path, ...size, limit: 1 })
  await queries.dev.insertTaskCalendar(tx, { user_id: owner, token: ids.TASK_CALENDAR })
}

/** A message to each guest three days before the arrival. */
async function addTemplate(tx: Transaction, { owner }: People): Promise<void> {
  await queries.messageTemplates.insert(tx, {
    owner_id: owner,
    name: 'Avant l’arrivée',
    trigger: 'arrival',
    days: -3,
    hour: 9,
    texts: {
      fr: 'Bonjour {guest_name}, votre séjour à {home} commence le {check_in}, dès {check_in_time}. Tout est ici : {link}',
      en: 'Hello {guest_name}, your stay at {home} begins on {check_in}, from {check_in_time}. Everything is here: {link}',
    },
    is_active: true,
  })
}

/** The guest asks to stay a night longer. */
async function addChangeRequest(tx: Transaction): Promise<void> {
  const reservation_id = ids.STAY
  const stay = await queries.states.lockForChange(tx, { reservation_id })
  if (!stay) throw new Error(`no stay ${reservation_id}`)
  const before = versionOf(stay)
  const after = { ...before, check_out: addDays(stay.check_out, 1) }
  const { total_cents } = await priceFromDatabase(tx, after)
  const change = { before: { ...before, total_cents: stay.total_cents }, after: { ...after, total_cents } }
  const open_until = lastDayOf(before, after)
  const message = 'Pouvons-nous rester une nuit de plus ?'
  await queries.states.insertChangeRequest(tx, { reservation_id, change, message, open_until })
}

/** Arrival at two homes with a code: one that the company has shown to the guest of a stay, and one where the guest is today. */
async function addArrival(app: FastifyInstance, tx: Transaction): Promise<void> {
  const fr = {
    way: ids.ARRIVAL_WAY,
    door: ids.ARRIVAL_DOOR,
    manual: 'Le chauffe-eau est dans le placard.',
    contact: 'Martin, +33 6 12 34 56 78',
  }
  const en = { way: 'From Saint-Charles station, take bus 83 to the Vallon des Auffes.' }
  const wifi = { name: 'Cabanon', password: 'calanques13' }
  await queries.arrival.upsert(tx, { property_id: ids.HOME, reveal_hours: 48, wifi, texts: { fr, en } })
  const path = await app.storage.save('attachments', await readFile(fileOf('street', 0, SMALL_WIDTH)), 'webp')
  const size = { width: SMALL_WIDTH, height: SMALL_HEIGHT }
  await queries.arrival.insertPicture(tx, { property_id: ids.HOME, path, ...size, caption: ids.ARRIVAL_PICTURE })
  await queries.states.updateArrivalAccess(tx, { reservation_id: ids.STAY, access: 'released' })
  const house = {
    way: 'Métro République, sortie rue du Faubourg du Temple, puis cinq minutes à pied.',
    door: 'Deuxième étage, porte gauche.',
    manual: 'Le chauffage se règle dans l’entrée.',
    contact: fr.contact,
  }
  const guestWifi = { name: 'Canal', password: 'saintmartin10' }
  await queries.arrival.upsert(tx, {
    property_id: ids.STAYED_HOME,
    reveal_hours: 48,
    wifi: guestWifi,
    texts: { fr: house, en: {} },
  })
  for (const [reservation_id, code] of [
    [ids.STAY, '4711#'],
    [ids.IN_HOUSE, '2580#'],
  ] as const) {
    const sealed = await sealCode(tx, app.config, reservation_id, { code, note: null })
    await queries.states.upsertAccessCode(tx, { reservation_id, sealed, valid_from: undefined, valid_to: undefined })
  }
}

/** A quote; the invoice of a paid stay, a supplement, one that was paid in cash, and a card. */
async function addMoney(app: FastifyInstance, tx: Transaction, { guest, owner }: People): Promise<void> {
  const stay = { property_id: ids.HOME, ...ids.FREE, adults: 2, children: 0, infants: 0 }
  await queries.dev.insertQuote(tx, { ...stay, id: ids.QUOTE, body: await priceFromDatabase(tx, stay) })
  await addInvoice(app, tx, ids.PAYMENT)
  const crib = { label: 'Lit bébé', amount_cents: 1_500, is_damage: false, created_by: owner, limit: 1 }
  await queries.settlement.insertSupplement(tx, { reservation_id: ids.STAY, ...crib })
  await queries.dev.insertEntry(tx, { reservation_id: ids.STAY, label: 'Petit-déjeuner', amount_cents: 1_200 })
  await queries.customers.upsert(tx, { user_id: guest })
  await queries.customers.insertMethod(tx, {
    user_id: guest,
    method_id: 'pm_demo',
    type: 'card',
    brand: 'mastercard',
    last4: '4444',
    exp_month: 12,
    exp_year: 2040,
    fingerprint: 'demo',
    is_default: true,
  })
}

async function addInvoice(app: FastifyInstance, tx: Transaction, payment_id: number): Promise<void> {
  const { seller } = app.config
  const paid = await queries.payments.findApplied(tx, { payment_id })
  if (!paid || paid.reservation_id === null) throw new Error(`payment ${payment_id} is not paid`)
  const { year, last } = await queries.invoices.nextNumber(tx, { timezone: seller.timezone })
  const { locale, buyer, linesOf } = await billOfStay(app, tx, paid)
  await queries.dev.insertInvoice(tx, {
    ...paid,
    locale,
    buyer,
    lines: linesOf({ ...seller, seller_id: null }),
    reservation_id: paid.reservation_id,
    key: ids.INVOICE_KEY,
    number: `${year}-${String(last).padStart(6, '0')}`,
    seller,
    total_cents: paid.amount_cents,
  })
}

/** Closed days, a calendar of another platform, and the subscription of a channel manager. */
async function addHomeOfOwner(app: FastifyInstance, tx: Transaction): Promise<void> {
  const property_id = ids.HOME
  const closure = await queries.calendars.insertClosure(tx, {
    property_id,
    ...ids.CLOSED,
    kind: 'closure',
    reason: 'Travaux',
  })
  const family = { kind: 'owner_stay' as const, name: 'Famille Rossi', guests: 4 }
  const ownerStay = await queries.calendars.insertClosure(tx, { property_id, ...ids.OWNER_DAYS, ...family })
  await queries.states.takeClosedNights(tx, { property_id, closures: [closure, ownerStay] })
  await queries.dev.insertChannel(tx, {
    property_id,
    webhook_id: ids.WEBHOOK,
    owner_id: ids.MARTIN,
    remote_property_id: ids.REMOTE_PROPERTY,
    callback_url: inboxUrl(app),
    feed_url: 'https://www.airbnb.com/calendar/ical/1234.ics?s=abcd',
  })
}

/** Favourites of the guest, people they have blocked, and a conversation that is reported. */
async function addTalk(app: FastifyInstance, tx: Transaction, people: People): Promise<void> {
  const { guest, blocked, other, stranger } = people
  for (const place of [3, 8, 16])
    await queries.properties.insertFavorite(tx, { user_id: guest, property_id: ids.homeId(place) })
  await queries.messages.block(tx, { user_id: guest, blocked_id: blocked })
  const pair = { sender_id: stranger, receiver_id: other, property_id: undefined }
  const conversation = await queries.messages.upsertConversation(tx, pair)
  const content = 'Payez-moi plutôt par virement, c’est moins cher pour vous.'
  const written = { ...pair, conversation_id: conversation.id, content, is_automatic: false }
  await announce(app, tx, await queries.messages.insert(tx, written))
  await queries.messages.insertReport(tx, {
    user_id: other,
    other_id: stranger,
    reason: 'Il demande un virement hors du site.',
  })
}
