import { expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { addEndpoint, sendAll, test, timePasses } from '../../support/receiver.ts'

const FIGURES = [
  'events_oldest_seconds',
  'webhooks_behind_seconds',
  'webhooks_oldest_seconds',
  'webhook_endpoints_failing',
]

/** The figures, in whole minutes where they are seconds. */
async function figures(t: TestApp): Promise<number[]> {
  const text: string = (await t.call('GET', '//metrics')).body
  return FIGURES.map((name) => {
    const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return name.endsWith('_seconds') ? Math.floor(value / 60) : value
  })
}

test('/metrics tells how long events and deliveries have waited, and where none arrive', async ({ t, receiver }) => {
  const owner = await t.user({ role: 'owner' })
  await addEndpoint(t, owner, receiver.url)
  await t.home(owner)
  await sendAll(t)
  expect(await figures(t)).toEqual([0, 0, 0, 0])

  await t.home(owner)
  await t.db`update event_facts set created_at = now() - interval '2 minutes'`
  expect(await figures(t)).toEqual([2, 0, 0, 0])
  await t.app.dispatchEvents()
  await t.db`update events set at = at - interval '1 minute' where position > (select position from webhook_feed)`
  expect(await figures(t)).toEqual([0, 1, 0, 0])

  receiver.answer = (response) => response.writeHead(500).end()
  await t.app.sendWebhooks()
  await timePasses(t)
  expect(await figures(t)).toEqual([0, 0, 0, 1])
  // It answers again, and the next delivery waits.
  receiver.answer = (response) => response.writeHead(204).end()
  await t.app.sendWebhooks()
  await t.home(owner)
  await t.app.dispatchEvents()
  await t.db`
    insert into webhook_deliveries (endpoint_id, position, event_at, due_at)
    select w.id, e.position, e.at, now() - interval '3 minutes' from webhook_endpoints w, events e limit 1`
  expect(await figures(t)).toEqual([0, 0, 3, 0])
})
