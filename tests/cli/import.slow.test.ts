import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { admin } from '../support/admin.ts'
import { startApp, test } from '../support/app.ts'
import { company, takeArchive } from '../support/archives.ts'
import { openFile } from '../support/attachments.ts'

test('npm run admin -- import reads an archive into another installation, as its nodes are configured', async ({
  t,
}) => {
  const { owner } = await company(t)
  const other = await startApp({ PUBLIC_URL: 'http://other.test' })
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-import-'))
  onTestFinished(async () => {
    await other.close()
    rmSync(folder, { recursive: true })
  })
  const file = path.join(folder, 'archive.zip')
  writeFileSync(file, await takeArchive(t, owner))
  const there = await other.user()
  const { storage } = other.app.config
  const env = {
    PUBLIC_URL: 'https://other.example',
    JWT_SECRET: 'a secret of the installation that is long enough',
    STORAGE_URL: storage.kind === 'folder' ? `file://${storage.path}` : '',
    NODE_ENV: 'production',
  }
  await expect(admin(other, 'import', file, there.email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PUBLIC_URL and JWT_SECRET'),
  })
  const said = await admin(other, { env }, 'import', file, there.email)
  expect(said).toMatch(
    /^Maisons de Rossi: 1 homes with 1 photos, and 2 stays\.\nAs history: 3 documents, and money:\n {2}received \d+\.\d\d EUR, given back \d+\.\d\d EUR$/,
  )
  const history = (await other.call('GET', '/archive/history?kind=invoice', undefined, there)).body.data
  expect(history).toHaveLength(2)
  expect((await openFile(other, history[0].document_url, there)).status).toBe(200)
  await expect(admin(other, { env }, 'import', file, there.email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^This archive was imported at .* Nothing is changed\.\n$/),
  })
  await expect(admin(other, { env }, 'import', path.join(folder, 'none.zip'), there.email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('none.zip'),
  })
})
