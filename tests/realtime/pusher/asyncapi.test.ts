import { globSync, readFileSync } from 'node:fs'
import schema from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' }
import { Ajv } from 'ajv'
import ajvFormats from 'ajv-formats'
import type { Channel } from 'pusher-js'
import { describe, expect, test as plain, vi } from 'vitest'
import { z } from 'zod'
import { MODULES } from '../../../src/modules.ts'
import { eventNames } from '../../../src/platform/events/types.ts'
import type { PushedData } from '../../../src/platform/openapi/asyncapi.ts'
import { test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { write } from '../../support/messages.ts'
import { next, stockPusher } from '../../support/sockets.ts'

const formats = ajvFormats.default
const PUSHES = MODULES.flatMap((room) => room.pushes ?? [])

/** Takes no field that is not declared. */
const strictly = (data: PushedData) =>
  data instanceof z.ZodObject ? data.strict() : z.union(data.options.map((option) => option.strict()))

/** Notes what arrives on a channel. */
function heardOn(channel: Channel): { event: string; data: unknown }[] {
  const heard: { event: string; data: unknown }[] = []
  // The client goes on writing into the list of members that it has handed out.
  channel.bind_global((event: string, data: unknown) => heard.push({ event, data: structuredClone(data) }))
  return heard
}

describe('/asyncapi.json', () => {
  test('is a document of AsyncAPI 3 without findings, with the events of all rooms', async ({ t }) => {
    const { status, body } = await t.call('GET', '//asyncapi.json')
    expect(status).toBe(200)
    const isAsyncApi = new Ajv({ strict: false, allErrors: true }).addVocabulary(['example'])
    formats(isAsyncApi)
    isAsyncApi.validate(schema, body)
    expect(isAsyncApi.errors ?? []).toEqual([])
    // A check that can fail.
    expect(isAsyncApi.validate(schema, { ...body, asyncapi: '9' })).toBe(false)
    const channels: { address: string; messages: Record<string, { $ref: string }> }[] = Object.values(body.channels)
    expect(channels.map(({ address }) => address)).toEqual(['private-user.{user_id}', 'presence-chat', null])
    const named = channels.flatMap(({ messages }) => Object.values(messages).map(({ $ref }) => $ref.split('/').at(-1)))
    const names = named.map((name) => body.components.messages[name ?? ''].name)
    expect(names.toSorted()).toEqual([...PUSHES.map(({ event }) => event), ...eventNames()].toSorted())
    expect(JSON.stringify(body.components.schemas)).not.toContain('additionalProperties":false')
  })

  plain('gives examples that fit', () => {
    for (const { data, example } of PUSHES) expect(strictly(data).parse(example)).toEqual(example)
  })

  test('declares every event that a stock client hears, with its data', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const { port } = await t.listen()
    const [theirs, own] = [stockPusher(port, owner), stockPusher(port, guest)]
    const inbox = theirs.subscribe(`private-user.${owner.id}`)
    const outbox = own.subscribe(`private-user.${guest.id}`)
    const chat = theirs.subscribe('presence-chat')
    const heard = [inbox, outbox, chat].map(heardOn)
    await Promise.all([inbox, outbox, chat].map((channel) => next(channel, 'pusher:subscription_succeeded')))
    const arrived = (event: string) =>
      vi.waitFor(() => expect(heard.flat().map((one) => one.event)).toContain(event), { timeout: 20_000 })

    await next(own.subscribe('presence-chat'), 'pusher:subscription_succeeded')
    await arrived('pusher:member_added')
    await write(t, guest, owner, { property_id: home })
    await t.call('POST', `/messages/${owner.id}/typing`, undefined, guest)
    await t.form('/messages', { receiver_id: String(owner.id), attachment: new Blob(['%PDF-1.7']) }, guest)
    await t.call('POST', `/messages/${guest.id}/read`, {}, owner)
    await t.call('POST', `/messages/${guest.id}/answered`, { message_id: 1 }, owner)
    const { reservation_id } = (await book(t, guest, stay(home))).body.data
    await t.call('POST', `/reservations/${reservation_id}/messages`, { content: 'x', source: 'note' }, owner)
    const ofMessages = ['message', 'typing', 'message_read', 'stay_message', 'conversation_answered']
    for (const event of [...ofMessages, 'notification', 'notification_read']) await arrived(event)
    own.disconnect()
    await arrived('pusher:member_removed')
    theirs.disconnect()

    const ofUsers = heard
      .slice(0, 2)
      .flat()
      .filter(({ event }) => !event.startsWith('pusher:'))
    const ofChat = heard[2] ?? []
    for (const [channel, events] of [['user', ofUsers] as const, ['chat', ofChat] as const]) {
      for (const { event, data } of events) {
        const push = PUSHES.find((one) => one.channel === channel && one.event === event)
        const problem = push ? strictly(push.data).safeParse(data).error : 'not declared'
        expect(problem, event).toBeUndefined()
      }
    }
    const names = [...ofUsers, ...ofChat].map(({ event }) => event)
    expect([...new Set(names)].toSorted()).toEqual(PUSHES.map(({ event }) => event).toSorted())
  })
})

plain('rooms publish declared events only', () => {
  const calls = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bbus\.publish\(\w+(?:\.\w+)?, (.{0,20})/g)].map(
      ([, event]) => `${file}: ${event}`,
    ),
  )
  expect(calls.length).toBeGreaterThan(4)
  expect(calls.filter((call) => !/: (?:\{ \.\.\.)?toUser\(/.test(call))).toEqual([])
  const declared = globSync('src/**/pushes.ts').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/definePush\(/g),
  ])
  expect(PUSHES).toHaveLength(declared.length)
})
