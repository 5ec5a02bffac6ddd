import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { cloneTemplate } from '../../support/database.ts'
import { startScript } from '../../support/script.ts'

const FOLDER = path.relative(process.cwd(), import.meta.dirname)
const PRODUCT = globSync('*.ts', { cwd: FOLDER, exclude: ['*.test.ts'] }).map((file) => path.join(FOLDER, file))

/** The files that some files import with all that these import, types too. */
function importedBy(files: string[], known = new Set(files)): Set<string> {
  for (const file of files) {
    const imported = [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((target) => target.endsWith('.ts') && !known.has(target))
    for (const target of imported) known.add(target)
    importedBy(imported, known)
  }
  return known
}

test('a product of one module imports the platform, and nothing else of the service', () => {
  const imported = [...importedBy(PRODUCT)]
  expect(imported.length).toBeGreaterThan(60)
  expect(imported.filter((file) => !PRODUCT.includes(file) && !file.startsWith('src/platform/'))).toEqual([])
})

test('a product of one module has its table, routes, event, job and documents', async () => {
  const { url, drop } = await cloneTemplate(inject('databaseUrl'))
  const product = await startScript(path.join(FOLDER, 'notes.ts'), { DATABASE_URL: url, LOG_LEVEL: 'warn' })
  const db = connect(url, { max: 1 })
  try {
    const send = async (method: string, place: string, body?: object) => {
      const answer = await fetch(product.url + place, {
        ...{ method, headers: { 'content-type': 'application/json', 'accept-language': 'en' } },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: JSON.parse(await answer.text()) }
    }
    const written = await send('POST', '/api/v1/notes', { text: 'Three small words' })
    expect(written).toMatchObject({ status: 201, body: { success: true, data: { id: 1, words: null } } })
    await vi.waitFor(async () =>
      expect((await send('GET', '/api/v1/notes/1')).body.data).toEqual({ id: 1, text: 'Three small words', words: 3 }),
    )
    await vi.waitFor(async () =>
      expect(await db`select type, subject_id, data ->> 'text' as text from events`).toEqual([
        { type: 'note.created', subject_id: '1', text: 'Three small words' },
      ]),
    )
    expect(await send('POST', '/api/v1/notes', { text: ' ' })).toMatchObject({
      status: 400,
      body: { code: 'validation', errors: { text: [{ code: 'required' }] } },
    })
    expect(await send('GET', '/api/v1/notes/2')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const { paths, webhooks } = (await send('GET', '/openapi.json')).body
    expect(Object.keys(paths)).toEqual(['/api/v1/notes', '/api/v1/notes/{id}'])
    expect(Object.keys(webhooks)).toEqual(['note.created'])
  } finally {
    product.stop()
    await db.end()
    await drop()
  }
})
