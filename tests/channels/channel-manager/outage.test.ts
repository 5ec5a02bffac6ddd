import { expect } from 'vitest'
import { pushDue } from '../../../src/channels/channel-manager/push.ts'
import { close } from '../../support/calendars.ts'
import { closedThere, mapHome, push, test, waiting } from '../../support/channel-manager.ts'

const HOMES = [1, 2, 3, 4, 5, 6]

test.extend({ neighbours: false })(
  'while the channel manager is away one home tries it, and all are sent when it is back',
  async ({ t, manager }) => {
    const [owner, support] = [await t.user(), await t.user({ role: 'support' })]
    for (const number of HOMES) {
      const home = await t.home(owner)
      await mapHome(t, support, home, String(number), { remote_property_id: `P${number}` })
      await close(t, owner, home, 30, 30)
    }
    manager.failures = Array.from({ length: 100 }, () => 503)
    manager.asked.length = 0
    await pushDue(t.app)
    // Those that were sent together; the days of others have not been tried.
    expect(manager.asked.length).toBeLessThanOrEqual(4)
    expect(t.app.outages.figures().get('channels')?.isAway).toBe(true)
    manager.asked.length = 0
    await pushDue(t.app)
    expect(manager.asked).toHaveLength(1)
    manager.failures = []
    await push(t)
    expect(t.app.outages.figures().get('channels')?.isAway).toBe(false)
    await push(t)
    for (const number of HOMES) expect(closedThere(manager, `R${number}`)).toEqual([30])
    expect(await waiting(t)).toEqual([])
  },
)
