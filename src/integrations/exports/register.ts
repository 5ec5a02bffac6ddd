import { FIELDS, type Field } from '../../hosting/travellers/countries.ts'
import { openTravellers, type RegisterSecrets } from '../../hosting/travellers/sealing.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Cell } from './csv.ts'
import { askedBy, BEGIN, type Export, PAGE_ROWS, partsFor, placeOf } from './pages.ts'

/** Fields that came after the others, whose columns stand at the end. */
const LATER: readonly Field[] = [
  ...(['relation', 'second_last_name', 'birth_country', 'birth_province', 'second_nationality'] as const),
  ...(['third_nationality', 'document_place', 'postal_code'] as const),
]
const TRAVELLER = [...FIELDS.filter((field) => !LATER.includes(field)), ...LATER]

const COLUMNS = [
  ...['reservation_id', 'property_id', 'property_title', 'registration_number', 'property_country', 'external_id'],
  ...['check_in', 'check_out', 'traveller', ...TRAVELLER],
]

/**
 * The travellers of stays by the day of arrival, a row each; the staff get those of their own homes. A page is written down as read before it
 * is opened. A stay whose list cannot be opened has one row without a traveller.
 */
export const registerExport = (config: RegisterSecrets): Export => ({
  scope: 'register.read',
  columns: COLUMNS,
  async *pages(db, { account, ...reader }, filter) {
    const own = { ...reader, account, user_id: account }
    const parts = partsFor(own, filter, 'arrives-from', 'arrives-to')
    for (let after = BEGIN; ; ) {
      const asked = { ...askedBy(own, filter), ...after, limit: PAGE_ROWS }
      const stays = await queries.exports.listRegistered(db, parts, asked)
      const ids = stays.map(({ id }) => id)
      const read = await transaction(db, (tx) => queries.travellers.readSome(tx, { ids }))
      const sealed = new Map(read.map((row) => [row.reservation_id, row.sealed]))
      yield stays.flatMap((stay): Cell[][] => {
        const bytes = sealed.get(stay.id)
        // It was deleted since.
        if (bytes === undefined) return []
        const cells = [
          ...[stay.id, stay.property_id, stay.title, stay.registration_number, stay.country_id, stay.external_id],
          ...[stay.check_in, stay.check_out],
        ]
        const travellers = openTravellers(config, stay.id, bytes)
        if (travellers === undefined) return [[...cells, null, ...TRAVELLER.map(() => null)]]
        return travellers.map((one, place) => [...cells, place + 1, ...TRAVELLER.map((field) => one[field] ?? null)])
      })
      const last = stays.at(-1)
      if (last === undefined || stays.length < PAGE_ROWS) return
      after = placeOf(last)
    }
  },
})
