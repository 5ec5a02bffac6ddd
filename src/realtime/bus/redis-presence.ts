import type { Redis } from 'ioredis'
import type { PresenceStore, PresentPerson, StoredNode } from './bus.ts'
import type { BusMessage } from './messages.ts'

/** The field of a node's hash that holds the number of its last change; no person's field begins with a space. */
const REVISION = ' revision'

/** Writes a change of a node with a valid lease, and publishes it. Scripts are atomic. */
const WRITE = `
if redis.call('exists', KEYS[1]) == 0 then return 0 end
local change = cjson.decode(ARGV[1])
for _, field in ipairs(change.gone) do redis.call('hdel', KEYS[2], field) end
for _, person in ipairs(change.come) do redis.call('hset', KEYS[2], person[1], person[2]) end
redis.call('hset', KEYS[2], '${REVISION}', change.revision)
redis.call('publish', ARGV[2], ARGV[3])
return 1`

/** Removes a node with an expired lease, and publishes that. Only one node finds it. */
const EXPIRE = `
if redis.call('exists', KEYS[1]) == 1 then return 0 end
if redis.call('srem', KEYS[3], ARGV[1]) == 0 then return 0 end
redis.call('del', KEYS[2])
redis.call('publish', ARGV[2], ARGV[3])
return 1`

export interface RedisPresenceOptions {
  topic: string
  prefix: string
  leaseSeconds: number
}

/** Presence in Redis: a set of nodes, a hash of people for each, and a key that lives as long as the node's lease. */
export function redisPresence(redis: Redis, { topic, prefix, leaseSeconds }: RedisPresenceOptions): PresenceStore {
  const nodes = `${prefix}:nodes`
  const leaseOf = (node: string) => `${prefix}:lease:${node}`
  const peopleOf = (node: string) => `${prefix}:present:${node}`
  const keysOf = (node: string): [string, string, string] => [leaseOf(node), peopleOf(node), nodes]
  const text = (message: BusMessage) => JSON.stringify(message)
  const gone = (node: string) => text({ kind: 'gone', node })

  return {
    async register(node) {
      await redis
        .multi()
        .set(leaseOf(node), '1', 'EX', leaseSeconds)
        .hset(peopleOf(node), REVISION, 0)
        .sadd(nodes, node)
        .publish(topic, text({ kind: 'presence', node, revision: 0, joined: [], left: [] }))
        .exec()
    },
    async renew(node) {
      return (await redis.expire(leaseOf(node), leaseSeconds)) === 1
    },
    async write(node, { revision, joined, left }) {
      const change = {
        revision,
        come: joined.map((person) => [fieldOf(person), JSON.stringify(person)]),
        gone: left.map(fieldOf),
      }
      const message = text({ kind: 'presence', node, revision, joined, left })
      return (await redis.eval(WRITE, 3, ...keysOf(node), JSON.stringify(change), topic, message)) === 1
    },
    async expire() {
      for (const node of await redis.smembers(nodes)) {
        await redis.eval(EXPIRE, 3, ...keysOf(node), node, topic, gone(node))
      }
    },
    async remove(node) {
      await redis.multi().del(leaseOf(node), peopleOf(node)).srem(nodes, node).publish(topic, gone(node)).exec()
    },
    async listAwake() {
      const names = await redis.smembers(nodes)
      const left = await Promise.all(names.map((node) => redis.pttl(leaseOf(node))))
      return names.filter((_, index) => (left[index] ?? 0) > (leaseSeconds * 1000) / 3)
    },
    async list() {
      const stored: StoredNode[] = []
      for (const node of await redis.smembers(nodes)) {
        const { [REVISION]: revision, ...people } = await redis.hgetall(peopleOf(node))
        // A node without this field has been removed meanwhile.
        if (revision === undefined) continue
        stored.push({ node, revision: Number(revision), people: Object.values(people).map(personOf) })
      }
      return stored
    },
  }
}

const fieldOf = ({ channel, user_id }: { channel: string; user_id: string }): string => `${channel} ${user_id}`

/** This service has written it. */
function personOf(stored: string): PresentPerson {
  const { channel, user_id, info }: PresentPerson = JSON.parse(stored)
  return { channel, user_id, info }
}
