import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { cloneTemplate } from '../../support/database.ts'

/** A program that opens the database as a start does, and prints which files of the cluster it has loaded. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      if (url.includes('/db/cluster/')) loaded.push(url.split('/').at(-1))
      return next(url, context)
    },
  })
  const [url] = process.argv.slice(1)
  const { connect, transaction } = await import('./src/platform/db/client.ts')
  const { poolerOn, replicasOn } = await import('./src/platform/db/ways.ts')
  const { queries } = await import('./src/platform/db/queries.ts')
  await poolerOn({ url })
  await replicasOn({ urls: [], lagSeconds: 5 })
  const db = connect(url, { max: 4 })
  await transaction(db, (tx) => tx\`select 1\`)
  await db\`select 1\`
  await db.end({ timeout: 1 })
  console.log(JSON.stringify({ loaded, statements: Object.keys(queries).length > 0 }))
`

async function loadedFor(url: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM, url])
  return JSON.parse(stdout)
}

test('a service with one PostgreSQL loads nothing of the cluster, and several hosts what finds the primary', async () => {
  const { url } = await cloneTemplate(inject('databaseUrl'))
  expect(await loadedFor(url)).toEqual({ loaded: [], statements: true })
  const { host } = new URL(url)
  expect(await loadedFor(url.replace(host, `${host},${host}`))).toEqual({ loaded: ['hosts.ts'], statements: true })
})
