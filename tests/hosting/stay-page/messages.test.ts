import { describe, expect } from 'vitest'
import { test } from '../../support/app.ts'
import { test as channelTest, connected } from '../../support/channel-manager.ts'
import { stays } from '../../support/channels.ts'
import { runScheduled } from '../../support/jobs.ts'
import { notified, paid } from '../../support/payments.ts'
import { inbox, messagesOf, words, writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand, browse, linksOf, read, send } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

describe('the messages of a stay on its page', () => {
  test('are those of the guest and the company, without notes, the latest 50', async ({ t }) => {
    const { owner, id, link, travel } = await bookedByHand(t)
    const desk = await joins(t, owner, 'desk')
    expect((await read(t, link)).messages).toEqual({ account_url: null, list: [] })
    await writeToGuest(t, owner, id, { content: 'Bring <b>towels</b>\nand a smile.' })
    await writeToGuest(t, owner, id, { content: 'Owes us a key', source: 'note' })
    const sent = await send(t, link, 'messages', { content: ' We arrive\r\nat nine. ' })
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining('?notice=message_sent')])
    expect((await t.call('POST', `${link}/messages`, { content: 'With <two> dogs' })).status).toBe(200)
    await t.drain()
    const { messages } = await read(t, link)
    expect(messages.list).toMatchObject([
      { source: 'mail', from: 'company', content: 'Bring <b>towels</b>\nand a smile.' },
      { source: 'site', from: 'guest', content: 'We arrive\nat nine.' },
      { source: 'site', from: 'guest', content: 'With <two> dogs' },
    ])
    expect(messages.list[0]).not.toHaveProperty('sent_by')
    const { body } = await browse(t, `${link}?notice=message_sent`)
    for (const text of ['has been sent', 'Your host · ', 'With &lt;two&gt; dogs', '&lt;b&gt;towels'])
      expect(body).toContain(text)
    expect(body).not.toMatch(/Owes us a key|<two>|<b>/)
    expect((await browse(t, link, 'fr')).body).toContain('Votre hôte · ')

    // The company has them where it has all messages, and its people are notified.
    expect(words(await messagesOf(t, owner, id))).toEqual([
      'site guest sent: With <two> dogs',
      'site guest sent: We arrive\nat nine.',
      'note company sent: Owes us a key',
      'mail company sent: Bring <b>towels</b>\nand a smile.',
    ])
    expect((await inbox(t, desk)).data).toMatchObject([{ guest_name: 'Ada Lovelace', unread: 2 }])
    expect((await notified(t, owner)).filter((type: string) => type === 'new_message')).toHaveLength(2)

    // Fellow travellers neither read nor write.
    expect((await read(t, travel)).messages).toBeNull()
    const key = travel.replace('?view=travel', '')
    expect((await t.call('POST', `${key}/messages`, { content: 'x' })).body.code).toBe('forbidden')

    await t.db`insert into stay_messages (reservation_id, source, from_guest, content)
      select ${id}, 'site', true, 'no. ' || n from generate_series(1, 60) n`
    const latest = (await read(t, link)).messages.list.map(({ content }: { content: string }) => content)
    expect([latest.length, latest[0], latest.at(-1)]).toEqual([50, 'no. 11', 'no. 60'])
    expect((await browse(t, link)).body).toContain('Earlier messages')
  })

  test('are written once by a double click, 20 an hour, and a refusal keeps the words', async ({ t }) => {
    const { owner, id, link } = await bookedByHand(t)
    const twice = await Promise.all(
      Array.from({ length: 6 }, () => send(t, link, 'messages', { content: 'We are late' })),
    )
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([303]))
    expect((await messagesOf(t, owner, id)).data).toHaveLength(1)
    await t.db`update stay_messages set created_at = now() - interval '2 minutes'`
    await send(t, link, 'messages', { content: 'We are late' })
    expect((await messagesOf(t, owner, id)).data).toHaveLength(2)
    const many = await Promise.all(
      Array.from({ length: 22 }, (_, n) => t.call('POST', `${link}/messages`, { content: `no. ${n}` })),
    )
    expect(many.filter(({ status }) => status === 200)).toHaveLength(18)
    const refused = await send(t, link, 'messages', { content: 'And <another>' })
    expect([refused.status, refused.body]).toEqual([429, expect.stringContaining('And &lt;another&gt;</textarea>')])
    for (const body of [{}, { content: ' ' }, { content: 'x'.repeat(5_001) }, { content: 'x', source: 'note' }])
      expect([body, (await t.call('POST', `${link}/messages`, body)).status]).toEqual([body, 400])
  })

  test('of a guest with an account are in their account', async ({ t }) => {
    const { guest, owner, id } = await paid(t)
    const { link } = await linksOf(t, guest, id)
    await writeToGuest(t, owner, id, { content: 'A secret of two accounts' })
    const { messages } = await read(t, link)
    expect(messages).toEqual({ account_url: expect.stringContaining('http'), list: [] })
    const { body } = await browse(t, link)
    expect(body).toContain('Sign in to read and write.')
    expect(body).not.toMatch(/A secret|name="content"/)
    expect((await t.call('POST', `${link}/messages`, { content: 'x' })).body.code).toBe('guest_has_account')
  })

  test('of a guest without an address are written there by name only', async ({ t }) => {
    const { owner, id, link } = await bookedByHand(t, { guest: { name: 'Grace', phone: '+33612345678' } })
    expect((await messagesOf(t, owner, id)).meta.ways).toEqual(['site', 'note'])
    expect((await writeToGuest(t, owner, id, { content: 'x' })).body).toMatchObject({
      code: 'guest_unreachable',
      data: { ways: ['site', 'note'] },
    })
    const named = await writeToGuest(t, owner, id, { content: 'Ring twice', source: 'site' })
    expect(named.body.data).toMatchObject({ source: 'site', from: 'company', state: 'sent' })
    expect((await read(t, link)).messages.list).toMatchObject([{ from: 'company', content: 'Ring twice' }])
    // Templates skip guests who are not notified.
    const template = { name: 'x', trigger: 'arrival', days: -40, hour: 0, texts: { en: 'Welcome', fr: 'x' } }
    await t.call('POST', '/message-templates', template, owner)
    await t.db`update message_templates set active_since = now() - interval '1 year'`
    await runScheduled(t, 'message-templates.claim-due')
    const scheduled = await t.call('GET', `/reservations/${id}/scheduled-messages`, undefined, owner)
    expect(JSON.stringify(scheduled.body.data)).toContain('unreachable')
    expect((await read(t, link)).messages.list).toHaveLength(1)
  })

  channelTest('of a guest of a channel are answered on the page too', async ({ t, manager }) => {
    const scene = await connected(t, manager)
    await scene.announced(scene.sell(30, 33))
    const [row] = await stays(t)
    const id = row?.id ?? 0
    const { link } = await linksOf(t, scene.owner, id)
    expect((await t.call('POST', `${link}/messages`, { content: 'From the page' })).status).toBe(200)
    await writeToGuest(t, scene.owner, id, { content: 'To Airbnb' })
    await t.drain()
    expect(words(await messagesOf(t, scene.owner, id))).toEqual([
      'airbnb company sent: To Airbnb',
      'site guest sent: From the page',
    ])
    expect((await read(t, link)).messages.list).toMatchObject([{ content: 'From the page' }, { source: 'airbnb' }])
  })
})
