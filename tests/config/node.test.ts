import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../support/folders.ts'

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        dev: z.boolean().optional(),
        engines: z.union([z.object({ node: z.string().optional() }), z.array(z.string())]).optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')))
const engines = z
  .object({ engines: z.object({ node: z.string().regex(/^>=\d+\.\d+\.\d+$/) }) })
  .parse(JSON.parse(read('package.json'))).engines

/** The least version of a range such as `>=22.19.0`, as a number that can be compared; ranges of other forms are older. */
function leastOf(range: string): number {
  const [, major = 0, minor = 0] = /^>=\s*(\d+)(?:\.(\d+))?/.exec(range) ?? []
  return Number(major) * 1_000 + Number(minor)
}

describe('the version of Node', () => {
  test('that package.json asks for reads TypeScript, and is enough for every package of production', () => {
    const needs = Object.entries(lock.packages)
      .filter(([name, { dev }]) => name !== '' && dev !== true)
      .map(([name, { engines }]) => ({ name, least: leastOf(Array.isArray(engines) ? '' : (engines?.node ?? '')) }))
    expect(leastOf(engines.node)).toBe(Math.max(leastOf('>=22.18.0'), ...needs.map(({ least }) => least)))
  })

  test('is the same for npm start, the image, version managers and CI', () => {
    const major = lock.packages['node_modules/node']?.version?.split('.')[0]
    expect(major).toMatch(/^\d+$/)
    expect(read('.nvmrc').trim()).toBe(major)
    const images = [...read('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version)
    expect(images).toEqual([major, major])
    for (const unit of globSync('deploy/**/*.{service,yaml,md}', { cwd: ROOT })) {
      for (const [, version] of read(unit).matchAll(/node(?::|@|_)(\d+)/gi))
        expect([unit, version]).toEqual([unit, major])
    }
  })

  test('is refused in one line when it is too old', async () => {
    const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'22.18.9'})`
    const started = promisify(execFile)(process.execPath, ['--import', old, path.join(ROOT, 'src/start.js')], {
      env: {},
    })
    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Séjour needs Node 22\.19 or later; this is v\S+ \(.+\)\.\n$/),
    })
  })
})
