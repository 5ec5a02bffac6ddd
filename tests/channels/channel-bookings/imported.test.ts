import { describe, expect } from 'vitest'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { channelScene, eventOf, modified, range, send, sold, stays } from '../../support/channels.ts'
import { importFile, problemsIn } from '../../support/imports.ts'
import { show } from '../../support/payments.ts'

const HEADER = 'external_id,property,guest_name,check_in,check_out,total,source,channel,channel_code,note,status'

/** The booking of the channel manager as a file has it. */
const importSold = (
  t: Pick<TestApp, 'call'>,
  owner: TestUser,
  home: string,
  { from = 30, to = 33, status = '' }: { from?: number; to?: number; status?: string } = {},
) => {
  const days = [inDays(from), inDays(to)]
  const row = ['R1', home, 'G. H.', ...days, 400, 'channel', 'AirBNB', 'HM1234', 'Late', status].join()
  return importFile(t, owner, 'reservations', [HEADER, row])
}

describe('a booking of a channel that was imported', () => {
  isolated('is taken over by its revision, which keeps the note', async ({ t }) => {
    const { owner, home, deliver } = await channelScene(t)
    const { body } = await importSold(t, owner, home)
    const [{ reservation_id: id }] = body.data.stays
    await deliver(eventOf(sold(30, 33)), eventOf(modified(31, 34, 10)))
    expect(await stays(t)).toMatchObject([{ id, status: 'confirmed', stay: range(31, 34), total_cents: 41_088 }])
    expect(await show(t, owner, id)).toMatchObject({ note: 'Late', contact: { name: 'Grace Hopper' } })
    expect((await importSold(t, owner, home)).body.data).toMatchObject({ unchanged: 1 })
  })

  isolated('is cancelled by a first revision that says so, and sold again by a later one', async ({ t }) => {
    const { owner, home, deliver } = await channelScene(t)
    await importSold(t, owner, home)
    await deliver(eventOf(modified(30, 33, 10, { status: 'cancelled' })))
    expect(await stays(t)).toMatchObject([{ status: 'cancelled', stay: null }])
    await deliver(eventOf(modified(30, 33, 20)))
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33) }])
  })

  isolated('stays itself beside a booking of another code', async ({ t }) => {
    const { owner, home, deliver } = await channelScene(t)
    await importSold(t, owner, home)
    await deliver(eventOf(sold(40, 43, { ota_reservation_code: 'HM9' })))
    expect(await stays(t)).toHaveLength(2)
  })

  isolated('joins the stay that the channel has brought before', async ({ t }) => {
    const { owner, home, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33)))
    expect((await importSold(t, owner, home, { from: 29 })).body.data).toMatchObject({ created: 0, updated: 1 })
    const [{ id } = { id: 0 }, ...others] = await stays(t)
    expect([others, await show(t, owner, id)]).toMatchObject([[], { note: 'Late', check_in: inDays(30) }])
    const again = await importSold(t, owner, home, { from: 29 })
    expect([problemsIn(again.body.data), again.body.data.unchanged]).toEqual([[], 1])
  })

  test('is one stay when both come at once', async ({ t }) => {
    const { owner, home, secret } = await channelScene(t)
    const revision = send(t, secret, eventOf(sold(30, 33))).then(() => t.drain())
    const [answer] = await Promise.all([importSold(await t.node(), owner, home), revision])
    expect(answer.status).toBe(200)
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33), overbooked: false }])
  })
})
