import { type Database, type Queryable, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { PresenceStore, StoredNode } from './bus.ts'
import type { BusMessage } from './messages.ts'

/** Presence in unlogged tables: a crash of PostgreSQL empties them, and the nodes write their parts again. */
export function postgresPresence(
  db: Database,
  leaseSeconds: number,
  notifyAll: (tx: Queryable, messages: BusMessage[]) => Promise<void>,
): PresenceStore {
  return {
    async register(node) {
      await transaction(db, async (tx) => {
        await queries.bus.insertNode(tx, { node, lease_seconds: leaseSeconds })
        await notifyAll(tx, [{ kind: 'presence', node, revision: 0, joined: [], left: [] }])
      })
    },
    async renew(node) {
      return (await queries.bus.renewNode(db, { node, lease_seconds: leaseSeconds })) !== undefined
    },
    write(node, { revision, joined, left }) {
      return transaction(db, async (tx) => {
        if (!(await queries.bus.advanceNode(tx, { node, revision }))) return false
        if (left.length > 0) await queries.bus.deletePresent(tx, { node, people: left })
        if (joined.length > 0) await queries.bus.upsertPresent(tx, { node, people: joined })
        await notifyAll(tx, [{ kind: 'presence', node, revision, joined, left }])
        return true
      })
    },
    async expire() {
      await transaction(db, async (tx) => {
        const expired = await queries.bus.deleteExpiredNodes(tx, {})
        if (expired.length > 0)
          await notifyAll(
            tx,
            expired.map(({ node }) => ({ kind: 'gone', node })),
          )
      })
    },
    async remove(node) {
      await transaction(db, async (tx) => {
        await queries.bus.deleteNode(tx, { node })
        await notifyAll(tx, [{ kind: 'gone', node }])
      })
    },
    async listAwake() {
      return (await queries.bus.listAwake(db, { lease_seconds: leaseSeconds })).map(({ node }) => node)
    },
    async list() {
      const nodes = new Map<string, StoredNode>()
      for (const { node, revision, channel, user_id, info } of await queries.bus.listPresent(db, {})) {
        const stored = nodes.get(node) ?? { node, revision, people: [] }
        nodes.set(node, stored)
        if (channel !== null && user_id !== null) stored.people.push({ channel, user_id, info })
      }
      return [...nodes.values()]
    },
  }
}
