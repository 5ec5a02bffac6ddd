import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { HISTORY_BYTES_A_DAY } from '../../../src/platform/events/dispatcher.ts'
import { isolated, type TestApp, test } from '../../support/app.ts'
import { feed } from '../../support/feed.ts'

interface Seen {
  type: string
  subject_id: string
  data: { title?: string; description?: string } | null
  previous: Record<string, unknown> | null
}

const updates = async (t: TestApp, owner: { token: string }, home: string): Promise<Seen[]> => {
  await t.app.dispatchEvents()
  const { body } = await t.call('GET', '/events?types=property.updated', undefined, owner)
  return body.data.filter(({ subject_id }: Seen) => subject_id === home)
}

test('a long text of before stands as its hash and its length, a short one as it is', async ({ t }) => {
  const owner = await t.user()
  const [short, long] = ['é'.repeat(512), 'é'.repeat(513)]
  for (const [text, previous] of [
    [short, short],
    [long, { sha256: createHash('sha256').update(long).digest('hex'), length: 513 }],
  ]) {
    const home = await t.home(owner, { description: text })
    await t.app.dispatchEvents()
    expect((await t.call('PUT', `/properties/${home}`, { description: 'New' }, owner)).status).toBe(200)
    const [event] = await updates(t, owner, home)
    expect([event?.data?.description, event?.previous]).toEqual(['New', { description: previous }])
  }
})

test('changes of one object that wait are one, with the present data and the values before the first', async ({
  t,
}) => {
  const owner = await t.user()
  const home = await t.home(owner, { title: 'First', description: 'Before' })
  const other = await t.home(owner, { title: 'Other' })
  await t.app.dispatchEvents()
  const change = (fields: object, id = home) => t.call('PUT', `/properties/${id}`, fields, owner)
  for (const title of ['Second', 'Third', 'Fourth']) expect((await change({ title })).status).toBe(200)
  expect((await change({ description: 'After' })).status).toBe(200)
  expect((await change({ title: 'Elsewhere' }, other)).status).toBe(200)
  expect(await updates(t, owner, home)).toMatchObject([
    { data: { title: 'Fourth', description: 'After' }, previous: { title: 'First', description: 'Before' } },
  ])
  expect(await updates(t, owner, other)).toMatchObject([{ previous: { title: 'Other' } }])
  // One that was read does not change any more.
  await change({ title: 'Fifth' })
  expect((await updates(t, owner, home)).map(({ previous }) => previous)).toEqual([
    { title: 'First', description: 'Before' },
    { title: 'Fourth' },
  ])
})

isolated(
  'an account beyond its bytes of a day has events that only say what has happened; others have all',
  async ({ t }) => {
    const [owner, other] = [await t.user(), await t.user()]
    const [home, elsewhere] = [await t.home(owner, { title: 'First' }), await t.home(other, { title: 'First' })]
    await t.app.dispatchEvents()
    const key = `bytes of history ${owner.id}`
    const counted = async () => Number((await t.db`select count from attempt_counters where key = ${key}`)[0]?.count)
    expect(await counted()).toBeGreaterThan(100)
    await t.db`update attempt_counters set count = ${HISTORY_BYTES_A_DAY - 10} where key = ${key}`
    for (const [who, id] of [
      [owner, home],
      [other, elsewhere],
    ] as const)
      expect((await t.call('PUT', `/properties/${id}`, { title: 'Second' }, who)).status).toBe(200)
    expect(await updates(t, owner, home)).toMatchObject([{ type: 'property.updated', data: null, previous: null }])
    expect(await updates(t, other, elsewhere)).toMatchObject([
      { data: { title: 'Second' }, previous: { title: 'First' } },
    ])
    await t.db`update attempt_counters set ends_at = now() - interval '1 second' where key = ${key}`
    await t.call('PUT', `/properties/${home}`, { title: 'Third' }, owner)
    expect((await updates(t, owner, home))[1]).toMatchObject({
      data: { title: 'Third' },
      previous: { title: 'Second' },
    })
    expect((await feed(t, owner)).events.length).toBeGreaterThan(2)
  },
)
