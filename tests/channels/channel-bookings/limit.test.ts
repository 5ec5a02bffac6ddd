import { expect } from 'vitest'
import { test } from '../../support/app.ts'
import { channelScene, eventOf, send, sold } from '../../support/channels.ts'

const limited = test.extend({ neighbours: false, env: { CHANNEL_EVENTS_PER_MINUTE: '3' } })

limited('an event beyond the limit of its subscription is 503, after which its sender repeats it', async ({ t }) => {
  const { secret } = await channelScene(t)
  const events = Array.from({ length: 5 }, (_, index) => eventOf(sold(30, 33, { booking_id: `b${index}` })))
  const answers = await Promise.all(events.map((event) => send(t, secret, event)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 503, 503])
  const refused = answers.filter(({ status }) => status === 503)
  for (const { body, headers } of refused)
    expect([body.code, Number(headers['retry-after']) > 0]).toEqual(['unavailable', true])
  await t.db`delete from attempt_counters`
  const put = events.filter((_, index) => answers[index]?.status === 503)
  for (const event of put) expect((await send(t, secret, event)).status).toBe(200)
  expect(await t.db`select from inbound_events where provider = 'channel'`).toHaveLength(5)
})
