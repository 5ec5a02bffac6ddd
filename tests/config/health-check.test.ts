import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { z } from 'zod'
import { isolated } from '../support/app.ts'

const run = promisify(execFile)
const dockerfile = readFileSync(path.resolve(import.meta.dirname, '../../Dockerfile'), 'utf8')

isolated(
  'the health check of the image asks whether the process responds, and starts no further Node',
  async ({ t }) => {
    const [, text = ''] = /^HEALTHCHECK [^\n]*\\\n\s*CMD (\[.*\])$/m.exec(dockerfile) ?? []
    const [program = '', ...args] = z.array(z.string()).parse(JSON.parse(text))
    expect(program).toBe('bash')
    const { port } = await t.listen()
    const check = () => run(program, args, { env: { ...process.env, PORT: String(port) } })
    await check()
    // A node that turns requests away, as while its database is away, is not restarted for that.
    t.app.leaving = true
    expect((await t.call('GET', '//health/ready')).status).toBe(503)
    await check()
    await t.app.server.close()
    await expect(run(program, args, { env: { ...process.env, PORT: '1' } })).rejects.toMatchObject({ code: 1 })
  },
)
