import { expect, test } from 'vitest'
import { PresenceList } from '../../../src/realtime/pusher/presence-list.ts'
import { encode, encodedFrameText } from '../../../src/realtime/pusher/protocol.ts'

const CHANNEL = 'presence-chat'

/** The people in a frame, in its order; throws unless the frame is what the whole list serialised at once would be. */
function peopleIn(frame: Buffer): Map<string, unknown> {
  const text = frame.subarray(frame.indexOf('{')).toString()
  const { data } = JSON.parse(text)
  expect(frame).toEqual(encode(encodedFrameText('pusher_internal:subscription_succeeded', data, CHANNEL)))
  const { ids, hash, count } = JSON.parse(data).presence
  expect(Object.keys(hash).toSorted()).toEqual(ids.toSorted())
  expect(count).toBe(ids.length)
  return new Map(ids.map((id: string) => [id, hash[id]]))
}

test('the list has exactly the people who are set, with what was set last, however they come and go', () => {
  const list = new PresenceList(CHANNEL)
  const expected = new Map<string, unknown>()
  expect(peopleIn(list.frame())).toEqual(expected)
  const set = (id: string, info: unknown) => {
    list.set(id, info === undefined ? undefined : JSON.stringify(info))
    expected.set(id, info ?? null)
  }
  const drop = (id: string) => {
    list.delete(id)
    expected.delete(id)
  }
  for (let index = 0; index < 1_000; index++) set(`p${index}`, { index, name: `"é\\ \u{1f600} ${index}\n` })
  expect(peopleIn(list.frame())).toEqual(expected)
  for (let index = 0; index < 1_000; index += 3) drop(`p${index}`)
  drop('p3')
  drop('nobody')
  for (let index = 1; index < 1_000; index += 100) set(`p${index}`, index % 2 === 0 ? undefined : { index })
  expect(peopleIn(list.frame())).toEqual(expected)
  for (let index = 0; index < 500; index++) set(`q"${index}`, undefined)
  expect(peopleIn(list.frame())).toEqual(expected)
  for (const id of [...expected.keys()]) drop(id)
  expect(peopleIn(list.frame())).toEqual(new Map())
  set('last', { name: '\ud800' })
  expect(peopleIn(list.frame())).toEqual(expected)
})
