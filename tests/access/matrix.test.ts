import { expect } from 'vitest'
import { CALLERS, operationsOf, outcome, refuseWrites, requestOf, scene } from '../support/access.ts'
import { alone } from '../support/app.ts'
import { MATRIX } from '../support/matrix.ts'

alone('every operation has a row, and a key is let in where the route names a scope', async ({ t }) => {
  const operations = await operationsOf(t)
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(MATRIX).sort())
  for (const cells of Object.values(MATRIX)) expect(cells.split(' ')).toHaveLength(CALLERS.length)
})

/** Keys for another scope: five of fifteen, others for each operation, and all of them with MATRIX=all. */
const isPlayed = (index: number, played: object): boolean =>
  process.env.MATRIX === 'all' || (index + Object.keys(played).length) % 3 === 0

alone(
  'who may do what is as the matrix says, for every operation and caller, and a key for one scope has no other',
  async ({ t }) => {
    const operations = await operationsOf(t)
    const { ids, callers, keys } = await scene(t)
    await refuseWrites(t)
    const played: Record<string, string> = {}
    const widened: string[] = []
    for (const { name, url, scopes } of operations) {
      const request = requestOf(ids, name, url)
      const ask = (caller: { token?: string }) => outcome(t, name, request, caller)
      const cells: string[] = []
      for (const caller of CALLERS) cells.push((await ask(callers[caller])).cell)
      played[name] = cells.join(' ')

      // What is the same for everybody takes any key.
      const isForAll = scopes === undefined && cells.at(-1) !== '403'
      for (const [index, [scope, key]] of [...keys].entries()) {
        if (!isForAll && scopes?.join() !== scope && !isPlayed(index, played)) continue
        const { cell, code } = await ask(key)
        const mayPass = isForAll || scopes?.join() === scope
        const expected = mayPass ? cells[CALLERS.indexOf('key')] : scopes ? 'scope_missing' : 'key_refused'
        if ((mayPass ? cell : code) !== expected) widened.push(`${name}: ${scope} gets ${cell} ${code}`)
      }
    }
    expect(played).toEqual(MATRIX)
    expect(widened).toEqual([])
  },
  300_000,
)
