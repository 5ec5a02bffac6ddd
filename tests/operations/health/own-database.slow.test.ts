import { test as base, expect, inject } from 'vitest'
import { refusalOf } from '../../../src/operations/health/own-database.ts'
import { cloneTemplate } from '../../support/database.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { startService } from '../../support/service.ts'

const test = base.extend<{
  folder: string
  start: (url: string, env?: Record<string, string>) => Promise<{ ended?: string; log: string }>
}>({
  folder: temporaryFolder,
  start: async ({ folder }, use) => {
    /** Starts a service, and stops it when it listens. `ended`: what one says that does not start. */
    await use(async (url, env = {}) => {
      const service = startService({
        DATA_DIR: folder,
        PORT: '0',
        DEMO_DATA: 'false',
        LOG_LEVEL: 'info',
        DATABASE_URL: url,
        ...env,
      })
      const ended = await service.ready.then(
        () => undefined,
        () => service.output().trim(),
      )
      service.process.kill('SIGTERM')
      expect(await service.exit).toBe(ended === undefined ? 0 : 1)
      return { log: service.output(), ...(ended !== undefined && { ended }) }
    })
  },
})

test('a start on a restored database waits for the operator to say what it is for', async ({
  start,
  onTestFinished,
}) => {
  const used = await cloneTemplate(inject('databaseUrl'))
  onTestFinished(() => used.drop())
  expect(await start(used.url)).not.toHaveProperty('ended')
  const copy = await cloneTemplate(inject('databaseUrl'), used.name)
  onTestFinished(() => copy.drop())

  expect((await start(copy.url)).ended).toMatch(/^This is another database .*REHEARSAL=true.*RESTORED=true/)
  // The other mistake: the database that is in use.
  expect((await start(used.url, { REHEARSAL: 'true' })).ended).toMatch(/^REHEARSAL=true needs a database of its own/)
  expect((await start(copy.url, { REHEARSAL: 'true', DATABASE_DIRECT_URL: used.url })).ended).toMatch(
    /lead to several databases/,
  )
  for (const time of ['first', 'second'])
    expect((await start(copy.url, { REHEARSAL: 'true' })).log, time).toMatch(
      /"version":"[^"]+",.*"rehearsal":true,"msg":"started"/,
    )
  expect((await start(copy.url)).ended).toMatch(/^A rehearsal ran on this database/)
  expect((await start(copy.url, { RESTORED: 'true' })).log).not.toContain('has done its work')
  expect((await start(copy.url, { RESTORED: 'true' })).log).toContain('RESTORED=true has done its work')
  expect(await start(copy.url)).not.toHaveProperty('ended')
})

test('a failover needs no variable, and a rehearsal can run on a server that was restored to a moment', () => {
  const failover = { present_id: '7.1.2', known_id: '7.1.1', is_rehearsal: false, has_open_loss: false }
  expect(refusalOf(failover, { rehearsal: false, restored: false })).toBeUndefined()
  expect(refusalOf(failover, { rehearsal: true, restored: false })).toBeUndefined()
  const declared = { ...failover, present_id: '7.1.1', has_open_loss: true }
  expect(refusalOf(declared, { rehearsal: true, restored: false })).toBeUndefined()
})
