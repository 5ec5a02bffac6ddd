import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { makeKey } from '../../support/keys.ts'

const live = test.extend({ running: { run: true } })

/** The key that the guide makes for its program. */
const { scopes: SCOPES } = JSON.parse(
  /-d '(\{"name": "Accounting".*?\})'/.exec(readFileSync('docs/integrations.md', 'utf8'))?.[1] ?? '{}',
)

const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync('docs/integrations.md', 'utf8')) ?? []

live('the program of the guide has a copy of the stays, and follows what happens', async ({ t }) => {
  const { owner, guest, home } = await scene(t)
  const known = (await book(t, guest, stay(home, 20))).body.data.reservation_id
  const key = await makeKey(t, owner, { scopes: SCOPES })
  const { url } = await t.listen()
  // It tells its copy before it reads each page, and is the program of the guide otherwise.
  const poll = '  const { status, data, meta } = await get'
  const telling = `console.log(JSON.stringify([...copy.keys()].sort((a, b) => a - b)))\n${poll}`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', program.replace('http://localhost:3000', url).replace(poll, telling)],
    { env: { ...process.env, KEY: key.token }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextCopy = async () => JSON.parse((await lines.next()).value ?? '[]')
  try {
    expect(await nextCopy()).toEqual([known])
    const booked = (await book(t, guest, stay(home, 40))).body.data.reservation_id
    // Pages may be of what was known already.
    let copy = await nextCopy()
    while (copy.length < 2) copy = await nextCopy()
    expect(copy).toEqual([known, booked])
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})
