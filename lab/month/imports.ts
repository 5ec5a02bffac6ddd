import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Expected } from './expected.ts'
import { ask, type Person } from './people.ts'
import type { Service } from './service.ts'

/** Files of the system that the company has used before. */

const report = z.looseObject({
  created: z.int(),
  homes: z.array(z.looseObject({ property_id: z.string().nullable() })).optional(),
})

/** Imports a file: first as a dry run, then in earnest, then again, which changes nothing. */
export async function importFile(service: Service, company: Person, name: string, rows: string[]) {
  const upload = (dry: boolean) =>
    ask(service, company, 'POST', `/imports/${name}?dry_run=${dry}`, {
      body: rows.join('\r\n'),
      as: report,
      headers: { 'content-type': 'text/csv' },
    })
  const preview = await upload(true)
  const made = await upload(false)
  assert.equal(preview.created, rows.length - 1, `rows of ${name}`)
  assert.equal(made.created, preview.created)
  assert.equal((await upload(false)).created, 0, `${name} again`)
  return made
}

/** Guest of the imported stay whose rest is collected by link. */
export const COLLECTED = 'katherine@guest.example'
/** Code of the imported stay that its channel sends later. */
export const CODE = 'HM2'

const HEADER =
  'external_id,property,status,source,channel,channel_code,guest_name,guest_email,check_in,check_out,adults,total,cleaning,tourist_tax,paid,paid_by,collect,note'

/** Imports a past stay, one that is paid in part, and one of a channel. Returns how they have to be at the end of the month. */
export async function importStays(service: Service, company: Person, homes: string[]): Promise<Map<number, Expected>> {
  const day = (offset: number) => service.today(offset)
  const rows = [
    `S1,H10,,,,,Dorothy Vaughan,,${day(-9)},${day(-6)},2,340.00,40.00,6.00,340.00,cash,,Regular`,
    `S2,H11,,,,,Katherine Johnson,${COLLECTED},${day(5)},${day(8)},2,346.00,40.00,6.00,100.00,transfer,true,Late arrival`,
    `S3,H12,,channel,Booking.com,${CODE},M. Jackson,,${day(9)},${day(11)},2,250.00,,,,,,Asked for a cot`,
  ]
  await importFile(service, company, 'reservations', [HEADER, ...rows])
  const found = await ask(service, company, 'GET', '/reservations?as=owner&sort=arrival&per_page=10', {
    as: z.array(z.looseObject({ id: z.int(), check_in: z.string() })),
  })
  const stays = [
    { index: 10, total: 340, kept: 340, elsewhere: 340, undocumented: 340 },
    { index: 11, total: 346, kept: 346, elsewhere: 100, undocumented: 100 },
    // The revision of its channel has another price.
    { index: 12, total: 260, kept: 0 },
  ]
  assert.equal(found.length, stays.length)
  return new Map(
    stays.map(({ index, ...money }, place) => [
      found[place]?.id ?? 0,
      { status: 'completed' as const, home: homes[index] ?? '', ...money },
    ]),
  )
}
