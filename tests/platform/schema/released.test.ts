import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listMigrations, MIGRATIONS } from '../../../src/platform/schema/migrate.ts'

/** An exception: a file that changed after its release, because servers refused it. */
const changed = z.object({ released: z.string(), now: z.string(), reason: z.string().min(40) })

/** Migrations that each version brought, each with the SHA-256 of its file (CONTRIBUTING.md, "How to release"). */
const released = z
  .record(z.string(), z.record(z.string(), z.union([z.string(), changed])))
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'released.json'), 'utf8')))
const frozen = new Map(
  Object.values(released).flatMap((files) =>
    Object.entries(files).map(([file, hash]) => [file, typeof hash === 'string' ? hash : hash.now]),
  ),
)

const hashes = new Map(
  listMigrations().map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(path.join(MIGRATIONS, file)))
      .digest('hex'),
  ]),
)

test('a released migration is never edited, renamed or removed, but for the exceptions', () => {
  for (const [file, hash] of frozen) expect([file, hashes.get(file)]).toEqual([file, hash])
})

test('a later migration comes after those that are released', () => {
  const last = [...frozen.keys()].toSorted().at(-1) ?? ''
  const later = [...hashes.keys()].filter((file) => !frozen.has(file))
  expect(later.filter((file) => file < last)).toEqual([])
})

test('every version of the changelog says which migrations it brought', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const versions = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version = '']) => version)
  expect(Object.keys(released).toSorted()).toEqual(versions.toSorted())
})
