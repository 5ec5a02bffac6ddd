import type { Evidence } from '../evidence.ts'
import { type History, ofKind } from '../history.ts'
import { byId, type Finding } from './finding.ts'

/**
 * Each acknowledged message was heard by a receiver who listens, or is in a list that they read when their socket had connected
 * again; a socket that does not come back is stuck. What was heard has been sent. Pure.
 */
export function checkPushes(history: History, { messages }: Evidence): Finding[] {
  const heard = new Set(history.heard.map(({ who, message }) => `${who} ${message}`))
  const listsOf = Map.groupBy(history.listed, ({ who }) => who)
  const kept = byId(messages, ({ id }) => id)
  const awaySince = new Map(
    [...Map.groupBy(history.sockets, ({ who }) => who)].map(([who, states]) => [who, leftAt(states)]),
  )
  const missed = ofKind(history, 'message').flatMap(
    ({ id: op, outcome, request, value, invoked, answered }): Finding[] => {
      const lists = listsOf.get(request.to) ?? []
      const listens = lists.some(({ asked }) => asked < invoked) && answered < (awaySince.get(request.to) ?? Infinity)
      const { message = 0 } = value
      if (outcome !== 'ok' || !listens || heard.has(`${request.to} ${message}`)) return []
      if (lists.some(({ messages: shown }) => shown.includes(message))) return []
      return [{ kind: 'lost', what: `the push of message ${message} to ${request.to}`, op }]
    },
  )
  const phantoms = [...new Set(history.heard.map(({ message }) => message))].filter((id) => !kept.has(id))
  const stuck = [...awaySince].flatMap(([who, since]): Finding[] =>
    since === undefined
      ? []
      : [{ kind: 'stuck', what: `the socket of ${who} is away since ${new Date(since).toISOString()}`, at: since }],
  )
  return [
    ...missed,
    ...stuck,
    ...phantoms.map((id): Finding => ({ kind: 'wrong', what: `message ${id} was heard and is not there` })),
  ]
}

const CONNECTED = 'connected'

/** When a socket was last connected, if it is not in the end; undefined: it is. */
function leftAt(states: History['sockets']): number | undefined {
  if (states.at(-1)?.state === CONNECTED) return undefined
  const last = states.findLastIndex(({ state }) => state === CONNECTED)
  return states[last + 1]?.at
}
