import { type ChatEvents, type Live, SejourError } from '../../typescript/src/index.ts'
import { api, bodyOf, sejour } from './client.ts'
import { page, quietly, redraw } from './page.ts'
import { settings } from './settings.ts'
import { tickHeard } from './tour.ts'

let live: Live | undefined

/** Ids of the users connected now. */
export const online = new Set<number>()

/** The call of the frame: how much is unread. */
export async function countUnread(): Promise<void> {
  const query = { unread: true, per_page: 100 }
  try {
    const { data, meta } = bodyOf(await api.GET('/api/v1/notifications', { params: { query } }))
    page.unread = { bell: meta.unread, inbox: data.filter(({ type }) => type === 'new_message').length }
    // Catch up on events missed while disconnected.
    for (const { type } of data) tickHeard('notification', type)
    redraw()
  } catch (failure) {
    // The numbers of the head are not worth a message; the screen says what is wrong.
    if (!(failure instanceof SejourError || failure instanceof TypeError)) throw failure
  }
}

/** Listens to what happens to the user, until they sign out. */
export async function connect(): Promise<void> {
  const { default: Pusher } = await import('pusher-js')
  const pusher = new Pusher(settings.realtime_key, sejour.pusherOptions())
  live = await sejour.live(pusher)
  await live.joined.catch(() => undefined)
  pusher.connection.bind('connected', () => {
    void countUnread()
    quietly(() => page.screen?.refresh?.())
  })
  live.on('message', (message) => {
    tickHeard('message')
    page.screen?.heard?.message?.(message)
  })
  live.on('message_read', (read) => page.screen?.heard?.message_read?.(read))
  live.on('conversation_answered', (answered) => page.screen?.heard?.conversation_answered?.(answered))
  live.on('typing', (typing) => page.screen?.heard?.typing?.(typing))
  live.on('notification', (notification) => {
    tickHeard('notification', notification.type)
    page.unread.bell += 1
    if (notification.type === 'new_message') page.unread.inbox += 1
    page.screen?.heard?.notification?.(notification)
    redraw()
  })
  live.on('notification_read', (read) => {
    page.screen?.heard?.notification_read?.(read)
    void countUnread()
  })
  // Others are shown to people whose address is proved.
  if (page.me?.verified !== false) listenToOthers(live)
}

function listenToOthers(connected: Live): void {
  const chat = connected.online()
  const comes = ({ info }: ChatEvents['pusher:member_added']) => {
    online.add(info.id)
    redraw()
  }
  chat('pusher:subscription_succeeded', ({ members }) => {
    online.clear()
    for (const { id } of Object.values(members)) online.add(id)
    redraw()
  })
  chat('pusher:member_added', comes)
  chat('pusher:member_removed', ({ info }) => {
    online.delete(info.id)
    redraw()
  })
}

/** This page need not hear of its own messages; undefined while there is no socket. */
export function socketHeader(): { 'x-socket-id'?: string } {
  const id = live?.socketHeader['x-socket-id']
  return id === undefined ? {} : { 'x-socket-id': id }
}

export function disconnect(): void {
  live?.close()
  live = undefined
  online.clear()
}
