import { expect } from 'vitest'
import { queries } from '../../../src/platform/db/queries.ts'
import { close } from '../../support/calendars.ts'
import { mapHome, mappedHome, test } from '../../support/channel-manager.ts'

test.extend({ neighbours: false })(
  'changed days of one account are sent before the many of another one that wait',
  async ({ t, manager }) => {
    const { owner, support, home } = await mappedHome(t)
    for (let index = 0; index < 4; index++) {
      const one = await t.home(owner)
      await mapHome(t, support, one, `${index}`, { remote_property_id: `MANY-${index}` })
      await close(t, owner, one, 30, 31)
    }
    await close(t, owner, home, 30, 31)
    const other = await t.user()
    const few = await t.home(other)
    await mapHome(t, support, few, 'few', { remote_property_id: 'FEW' })
    await close(t, other, few, 30, 31)
    await t.db`update channel_queues set paced_until = now() - interval '1 hour', claimed_until = now() - interval '1 hour'`
    await t.db`update channel_queues set paced_until = now() where remote_property_id = 'FEW'`
    const claimed: (string | undefined)[] = []
    const pace = { lease_seconds: 60, pause_seconds: 1, burst_seconds: 10 }
    for (let index = 0; index < 4; index++)
      claimed.push((await queries.channelManager.claimQueue(t.db, pace))?.remote_property_id)
    expect(claimed.filter((id) => id === 'FEW').length).toBe(2)
    expect(manager.calls).toEqual([])
  },
)
