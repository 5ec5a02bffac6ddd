import { expect } from 'vitest'
import { test } from '../support/app.ts'
import { subscribe } from '../support/channels.ts'

test('an export has the subscriptions of one’s own homes without what signs for them, and no key of links', async ({
  t,
}) => {
  const [owner, other] = [await t.user(), await t.user()]
  const home = await t.home(owner)
  const { secret } = await subscribe(t, owner, home, { headers: { 'x-team': 'blue' } })
  await subscribe(t, other, await t.home(other))
  const { body } = await t.call('GET', '/user/export', undefined, owner)
  expect(body.data.webhook_subscriptions).toEqual([
    expect.objectContaining({ property_id: home, headers: { 'x-team': 'blue' }, event_mask: '*' }),
  ])
  expect(body.data.profile).not.toHaveProperty('mail_key')
  const [{ mail_key = '' } = {}] = await t.db<{ mail_key: string }[]>`select mail_key from users where id = ${owner.id}`
  for (const hidden of [secret, mail_key, 'secret_version']) expect(JSON.stringify(body)).not.toContain(hidden)
})
