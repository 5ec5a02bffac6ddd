import { expect } from 'vitest'
import { freePort } from '../../../src/dev/free-port.ts'
import { answerLive } from '../../../src/operations/health/live.ts'
import { startApp, test } from '../../support/app.ts'

test('a node that loads places answers /health/live as it does later, and 503 to the rest; then the service has its port', async ({
  t,
}) => {
  const port = await freePort()
  const end = await answerLive({ port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const [live, search] = await Promise.all([fetch(`${url}/health/live`), fetch(`${url}/api/v1/properties/search`)])
  expect([live.status, await live.json()]).toEqual([200, (await t.call('GET', '//health/live')).body])
  expect([search.status, search.headers.get('retry-after'), (await search.json()).code]).toEqual([
    503,
    '5',
    'unavailable',
  ])
  await end()
  await end()
  const other = await startApp()
  await other.app.listen({ port, host: '127.0.0.1' })
  await other.close()
})
