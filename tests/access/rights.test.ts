import { expect } from 'vitest'
import { HOME_RIGHT, type HomeRight } from '../../src/platform/db/enums.ts'
import { CALLERS, operationsOf, outcome, refuseWrites, requestOf, scene } from '../support/access.ts'
import { alone } from '../support/app.ts'
import { MATRIX } from '../support/matrix.ts'
import { HIDDEN, RIGHT_OF } from '../support/rights.ts'

alone(
  'a member of a home may do there what the owner may, with the right for it, and nothing else',
  async ({ t }) => {
    const operations = await operationsOf(t)
    expect(Object.keys(RIGHT_OF).filter((name) => !operations.some((operation) => operation.name === name))).toEqual([])
    const { ids } = await scene(t)
    /** Who has these rights in what the requests are about. */
    const memberWith = async (rights: readonly HomeRight[]) => {
      const member = await t.user()
      for (const home of [ids.home, ids.draft])
        await t.db`insert into property_members values (${home}, ${member.id}, ${[...rights]}::text[]::home_right[])`
      return member
    }
    const all = await memberWith(HOME_RIGHT)
    const holders = new Map<HomeRight, Awaited<ReturnType<typeof memberWith>>>()
    const without = new Map<HomeRight, Awaited<ReturnType<typeof memberWith>>>()
    for (const right of HOME_RIGHT) {
      holders.set(right, await memberWith([right]))
      without.set(right, await memberWith(HOME_RIGHT.filter((other) => other !== right)))
    }
    await refuseWrites(t)

    const wrong: string[] = []
    for (const { name, url } of operations) {
      const request = requestOf(ids, name, url)
      const ask = (caller: { token?: string } | undefined) => outcome(t, name, request, caller ?? {})
      const cells = (MATRIX[name] ?? '').split(' ')
      const cellOf = (caller: (typeof CALLERS)[number]) => cells[CALLERS.indexOf(caller)]
      const right = RIGHT_OF[name]
      const expectCell = async (who: string, caller: { token?: string } | undefined, expected: unknown) => {
        const { cell, code } = await ask(caller)
        if (cell !== expected && code !== expected) wrong.push(`${name}: ${who} gets ${cell} ${code}, not ${expected}`)
      }
      if (right === undefined) {
        // To what is about the home they are no strangers: 403 in place of 404. They book no stay there.
        const { cell, code } = await ask(all)
        if (cell !== cellOf('other') && !(cellOf('other') === '404' && cell === '403') && code !== 'own_home')
          wrong.push(`${name}: a member gets ${cell} ${code}`)
      } else if (right === 'any')
        for (const member of holders.values()) await expectCell('a member', member, cellOf('owner'))
      else {
        await expectCell(right, holders.get(right), cellOf('owner'))
        const isPublic = cellOf('other') === cellOf('owner')
        if (!isPublic)
          await expectCell(`not ${right}`, without.get(right), HIDDEN.includes(name) ? '404' : 'right_missing')
      }
    }
    expect(wrong).toEqual([])
  },
  300_000,
)
