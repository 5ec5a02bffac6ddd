import { channelManagerAt } from '../../channels/channel-manager/client.ts'
import { addDays } from '../../platform/lib/days.ts'
import { baseOf, type Given } from './given.ts'
import { assert, type Proof, said } from './steps.ts'

/** Hosts of channel managers whose homes are sold. */
const LIVE = /^(app|secure|api)\.channex\.io$/
const MAX_PAGES = 1_000

/** A test property of the channel manager, and the feed of bookings to its end. Nothing of them is changed or acknowledged. */
export async function proveChannel(proof: Proof, { config, standIns, property }: Given): Promise<void> {
  const server = config.channelManager ?? standIns.channelManager
  if (!server) return proof.skip('key', 'CHANNEL_MANAGER_URL and CHANNEL_MANAGER_KEY are not set')
  await proof.step('account', 'one for tests', async () => {
    assert(!LIVE.test(new URL(server.url).hostname), 'a live account: nothing was called. Use the one of its staging')
    return said('not a live one')
  })
  const channel = channelManagerAt(server)
  proof.after('close the connections', async () => channel.close())
  await proof.step('feed', 'its end, and no entry that is not understood', async () => {
    let [read, page] = [0, 1]
    for (; page <= MAX_PAGES; page++) {
      const { revisions, broken, is_last } = await channel.listUnacknowledged(page)
      read += revisions.length
      assert(broken.length === 0, `entries that are no revisions: ${broken.map(({ reason }) => reason).join(', ')}`)
      if (is_last) break
    }
    assert(page <= MAX_PAGES, `no end after ${MAX_PAGES} pages`)
    return said(`${read} revisions in ${page} pages`)
  })
  if (property === undefined) return proof.skip('property', 'name a property of tests: --property <id>')
  await proof.step('rooms and rates', 'at least one of each', async () => {
    const [rooms, rates] = [await channel.listRoomTypes(property), await channel.listRatePlans(property)]
    assert(rooms.length > 0 && rates.length > 0, `${rooms.length} rooms, ${rates.length} rates`)
    return said(`${rooms.length} rooms, ${rates.length} rates`)
  })
  const today = new Date().toISOString().slice(0, 10)
  await proof.step('availability and prices', 'those of thirty days', async () => {
    const range = { property_id: property, from: today, to: addDays(today, 30) }
    await channel.readAvailability(range)
    await channel.readRestrictions(range)
    return said('thirty days')
  })
  await proof.step('bookings', 'those of coming stays', async () => {
    const { bookings } = await channel.listBookings({ property_id: property, departs_from: today, page: 1 })
    return said(`${bookings.length} on the first page`)
  })
  await proof.step('webhook', 'one that is made without being active, and deleted', async () => {
    const id = await channel.createWebhook({
      ...{ property_id: property, callback_url: new URL('/api/v1/webhook/proof', baseOf(config)).href },
      ...{ event_mask: 'booking', headers: {}, request_params: {}, is_active: false, send_data: false },
    })
    await channel.deleteWebhook(id)
    return said('made and deleted')
  })
}
