import { expect } from 'vitest'
import {
  CALLERS,
  expectedOf,
  MAY,
  memberOf,
  operationsOf,
  outcome,
  refuseWrites,
  requestOf,
  scene,
} from '../support/access.ts'
import { alone } from '../support/app.ts'
import { EXCEPTIONS } from '../support/matrix.ts'
import { actingFor } from '../support/team.ts'

/** Keys for another scope: a sixth of them, others for each operation, and all of them with MATRIX=all. */
const isPlayed = (index: number, played: object): boolean =>
  process.env.MATRIX === 'all' || (index + Object.keys(played).length) % 6 === 0

alone(
  'who may do what is as its route declares, for every operation and caller, and a key for one scope has no other',
  async ({ t }) => {
    const operations = operationsOf(t)
    expect(Object.keys(EXCEPTIONS).filter((name) => !operations.some((operation) => operation.name === name))).toEqual(
      [],
    )
    const { ids, third, callers, keys } = await scene(t)
    const elsewhere = await memberOf(t, ids.owner, 'manager', [third])
    const removed = actingFor(await t.user(), ids.owner)
    await refuseWrites(t)
    const played: Record<string, string> = {}
    const declared: Record<string, string> = {}
    const widened: string[] = []
    const beyond: string[] = []
    for (const operation of operations) {
      const { name, scopes, teamScopes } = operation
      const request = requestOf(ids, operation)
      const ask = (caller: { token?: string }) => outcome(t, name, request, caller)
      const cells: string[] = []
      for (const caller of CALLERS) cells.push((await ask(callers[caller])).cell)
      played[name] = cells.join(' ')
      // All who may get the same answer: what they sent may be incomplete, or name something that is not there.
      const expected = { ...expectedOf(operation), ...EXCEPTIONS[name] }
      const answers = new Set(cells.filter((_, index) => expected[CALLERS[index] ?? 'nobody'] === MAY))
      const [answer = ''] = answers
      declared[name] = CALLERS.map((caller) => (expected[caller] === MAY ? answer : expected[caller])).join(' ')
      expect([name, answer]).not.toEqual([name, expect.stringMatching(/^(?:403|5..)$/)])

      // A manager of another home is told what a key for it is, and whoever is in no team nothing.
      const isTaken = teamScopes !== undefined
      const [abroad, none] = [await ask(elsewhere), await ask(removed)]
      if (scopes && abroad.cell !== cells[CALLERS.indexOf('elsewhere')])
        beyond.push(`${name}: ${abroad.cell} elsewhere`)
      if (isTaken && none.code !== 'not_in_team') beyond.push(`${name}: ${none.code} without a place`)
      const isPersonal = !isTaken && none.code !== 'not_in_team'
      if (isPersonal && ![none.cell, abroad.cell].every((cell) => cell === cells[CALLERS.indexOf('manager')]))
        beyond.push(`${name}: ${abroad.cell} ${none.cell} for people only`)

      // Routes that are the same for everybody take any key.
      const isForAll = scopes === undefined && cells[CALLERS.indexOf('publishable')] !== '403'
      for (const [index, [scope, key]] of [...keys].entries()) {
        if (!isForAll && scopes?.join() !== scope && !isPlayed(index, played)) continue
        const { cell, code } = await ask(key)
        const mayPass = isForAll || scopes?.join() === scope
        const expected = mayPass ? cells[CALLERS.indexOf('key')] : scopes ? 'scope_missing' : 'key_refused'
        if ((mayPass ? cell : code) !== expected) widened.push(`${name}: ${scope} gets ${cell} ${code}`)
      }
    }
    expect(played).toEqual(declared)
    expect(beyond).toEqual([])
    expect(widened).toEqual([])
  },
  300_000,
)
