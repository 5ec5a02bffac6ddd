import { expect } from 'vitest'
import { addDays } from '../../../src/platform/lib/days.ts'
import { inDays, test } from '../../support/app.ts'
import { exported } from '../../support/exports.ts'
import { randomOf, SEED } from '../../support/random.ts'

const MONTHS = 12

test(`each stay is in one month of every report, which sum to the year, SEED=${SEED}`, async ({ t }) => {
  const { below } = randomOf(SEED)
  const owner = await t.user()
  const homes = [await t.home(owner), await t.home(owner)]
  for (const home of homes) {
    let from = -330
    for (let number = 0; number < 12; number++) {
      const nights = 1 + below(20)
      const row = {
        check_in: inDays(from),
        check_out: inDays(from + nights),
      }
      await t.db`
        with guest as (insert into contacts (name, departs_on) values ('x', ${row.check_out}) returning id)
        insert into reservations (property_id, contact_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
        select ${home}, id, ${row.check_in}, ${row.check_out}, 2, 'completed',
          ${t.db.json({ lines: [{ code: 'tourist_tax', amount_cents: 100 * nights }] })}, ${10_000 * nights}, 0, 'EUR' from guest`
      from += nights + below(7)
    }
  }
  const first = `${inDays(-365).slice(0, 7)}-01`
  const firsts = [first]
  for (let month = 0; month <= MONTHS + 1; month++) firsts.push(`${addDays(firsts.at(-1) ?? first, 32).slice(0, 7)}-01`)
  const spans = firsts.slice(0, -1).map((from, index) => ({ from, to: addDays(firsts[index + 1] ?? from, -1) }))
  const year = { from: first, to: spans.at(-1)?.to ?? first }

  const net = async ({ from, to }: typeof year): Promise<number[]> =>
    (
      await t.call('GET', `/stays/net?departs_from=${from}&departs_to=${to}&per_page=100`, undefined, owner)
    ).body.data.map(({ id }: { id: number }) => id)
  const idsOf = async (path: string) =>
    (await exported(t, owner, path)).rows.map((row) => Number(row.reservation_id ?? row.id))
  const stays = ({ from, to }: typeof year) => idsOf(`/exports/reservations.csv?from=${from}&to=${to}&by=departure`)
  const taxed = ({ from, to }: typeof year) => idsOf(`/exports/tourist-tax.csv?from=${from}&to=${to}`)
  for (const read of [net, stays, taxed]) {
    const whole = await read(year)
    expect(whole).toHaveLength(24)
    const months: number[] = []
    for (const span of spans) months.push(...(await read(span)))
    expect(months.toSorted()).toEqual(whole.toSorted())
  }
})
