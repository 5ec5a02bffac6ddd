import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { earlierQuotas } from '../src/accounts/quotas/config.ts'
import { UNUSED } from '../src/config.ts'
import { earlierRetention } from '../src/platform/jobs/config.ts'
import released from './platform/schema/released.json' with { type: 'json' }

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const guide = read('docs/upgrading.md')

test('the guide and the changelog name no variable and no alert that is none', () => {
  const present = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  const variables = new Set([...present, ...UNUSED, ...Object.keys({ ...earlierQuotas, ...earlierRetention })])
  const alerts = new Set([...read('deploy/prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name))
  const named = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)*|Sejour[A-Z]\w+)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !variables.has(name) && !alerts.has(name))).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})

test('the version in use is the same in every package, and no released one', () => {
  const versions = globSync(['package.json', 'package-lock.json', 'clients/typescript/package.json'], {
    cwd: ROOT,
  }).map((file) => /"version": "(.+)"/.exec(read(file))?.[1])
  expect(versions).toEqual(versions.map(() => packageJson.version))
  expect(Object.keys(released)).not.toContain(packageJson.version)
})
