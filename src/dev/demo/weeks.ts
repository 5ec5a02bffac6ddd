import type { FastifyInstance } from 'fastify'
import { importStays } from '../../integrations/imports/stays.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { addDays } from '../../platform/lib/days.ts'
import { ACCOUNTS } from './data.ts'

/** Guests of channels and of the telephone. */
const GUESTS = [
  'Hélène Marchand',
  'Jonas Keller',
  'Sofia Rinaldi',
  'Karim Haddad',
  'Anna Lindqvist',
  'Owen Clarke',
  'Famille Petit',
  'Lucía García',
  'Tom O’Brien',
  'Mei Nakamura',
] as const

/** Sources of stays, in turn. */
const SOURCES = ['Airbnb', 'Booking.com', undefined, 'Airbnb', undefined] as const

/** The first stay of a home begins within three days of today, and each next one up to three days after the last. */
const WEEKS = 5

const COLUMNS =
  'external_id,property,source,channel,channel_code,guest_name,guest_phone,check_in,check_out,adults,total,cleaning,tourist_tax,paid,paid_by,collect,guest_email'

/** Number of stays by telephone whose guests have paid a deposit alone. */
const OWING = 3

/** Money of a stay by telephone: paid already, or a deposit, and a link for the rest. Pure. */
const moneyOf = (total: number, number: number, owes: boolean): string =>
  owes
    ? `${Math.round(total * 0.3)},transfer,yes,telephone-${number}@demo.sejour`
    : `${total},${number % 2 === 0 ? 'cash' : 'transfer'}`

/** Stays of the coming weeks for three homes of four, as a file that another system has written. Pure. */
export function weeksOf(homes: readonly string[], today: string): string {
  const rows: string[] = []
  let owing = 0
  for (const [index, property] of homes.entries()) {
    // Every fourth home has stays of the guest of the demo; the second one has her in it.
    if (index % 4 === 0 || index === 1) continue
    let day = addDays(today, (index % 7) - 3)
    for (let count = 0; day < addDays(today, WEEKS * 7); count++) {
      const number = index * 10 + count
      const nights = 2 + ((index + count * 3) % 5)
      const channel = SOURCES[(index * 2 + count) % SOURCES.length]
      const guest = GUESTS[(index * 3 + count * 7) % GUESTS.length]
      const check_out = addDays(day, nights)
      const source = channel ? `channel,${channel},D${1_000 + number}` : 'direct,,'
      const total = 60 + nights * (80 + (index % 6) * 15)
      const owes = !channel && day > addDays(today, 7) && owing < OWING
      if (owes) owing += 1
      const money = channel ? '' : moneyOf(total, number, owes)
      const people = `${guest},+3363998${1_000 + number},${day},${check_out},2`
      rows.push(`W${number},${property},${source},${people},${total},60,${nights * 4},${money}`)
      day = addDays(check_out, (index + count * 2) % 4)
    }
  }
  return [COLUMNS, ...rows].join('\n')
}

/** Fills the coming weeks of those homes that are the owner's with stays of channels and of the telephone, as an import does. */
export async function addWeeks(app: FastifyInstance, homes: readonly string[]): Promise<void> {
  const owner = await queries.dev.findAccount(app.db, ACCOUNTS.owner)
  if (!owner) throw new Error('no owner')
  const identity: Identity = {
    ...{ userId: owner.id, personId: owner.id, username: ACCOUNTS.owner.username, avatar: null, role: 'owner' },
    ...{ verified: true, hasSecondFactor: false, locale: 'fr', jti: '', session: { sid: '', auth_time: 0 } },
    ...{ tokenVersion: 1, issuedAt: 0, grant: null },
  }
  const own = new Set((await queries.properties.listIdsOfOwner(app.db, { user_id: owner.id })).map(({ id }) => id))
  const { today } = await queries.dev.findToday(app.db, {})
  const bytes = Buffer.from(
    weeksOf(
      homes.filter((id) => own.has(id)),
      today,
    ),
  )
  await importStays(app, identity, { bytes, charset: 'utf-8' }, false)
}
