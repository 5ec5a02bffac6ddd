import postgres from 'postgres'
import { expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../src/platform/db/errors.ts'
import { Unsettled } from '../../../src/platform/idempotency/unsettled.ts'

const refused = (code: string) => Object.assign(new postgres.PostgresError(code), { code })

test('a key is said to be free again until the database has heard it, also when its row is locked for long', async () => {
  const unsettled = new Unsettled()
  const said: string[] = []
  const speaker = (key: string, ...refusals: Error[]) =>
    unsettled.add(async () => {
      said.push(key)
      const refusal = refusals.shift()
      if (refusal) throw refusal
    })
  speaker('first', new ConnectionError('CONNECTION_LOST', 'away'), refused('55P03'), refused('57014'))
  speaker('defect', refused('42601'))
  speaker('last')
  await vi.waitFor(() => expect(said).toEqual(['first', 'first', 'defect', 'last', 'first', 'first']), 5_000)
})
