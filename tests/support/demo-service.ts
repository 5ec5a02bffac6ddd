import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DEMO_PASSWORD } from '../../src/dev/demo/data.ts'
import { inDays } from './app.ts'
import { fastFolder } from './folders.ts'
import { startService } from './service.ts'

/** The service as `npm start` makes it, with its own database and the demo's data. */
export async function startDemo() {
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-demo-'))
  const service = startService({ DATA_DIR: folder, PORT: '0' })
  const url = await service.ready
  const api = `${url}/api/v1`
  return {
    url,
    inDays,
    /** Response of an operation. */
    // Tests read any property of an answer; their assertions fail when it is missing.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    async get(address: string, token?: string): Promise<any> {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      return (await fetch(`${api}${address}`, { headers })).json()
    },
    async tokenOf(login: string): Promise<string> {
      const body = JSON.stringify({ login, password: DEMO_PASSWORD })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${api}/auth/login`, { method: 'POST', headers, body })
      return ((await answer.json()) as { data: { token: string } }).data.token
    },
    async stop(): Promise<string> {
      service.process.kill('SIGTERM')
      await service.exit
      rmSync(folder, { recursive: true, force: true })
      return service.output()
    },
  }
}

export type Demo = Awaited<ReturnType<typeof startDemo>>
