import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listPackages, noticesOf, readBill, readParts } from '../../src/cli/parts.ts'

const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'))

test('a release names what it runs and what browsers load, with the terms of each, and nothing of development', async () => {
  const packages = await listPackages()
  const [parts, { components, dependencies }] = [readParts(packages), readBill(packages)]
  const notices = noticesOf(parts, readFileSync('LICENSE', 'utf8'))
  const refs = components.map((part) => part['bom-ref'])

  const { dependencies: direct } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const source = globSync('clients/{window,typescript}/src/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const imported = source.flatMap((text) => [...text.matchAll(/from '([a-z@][\w-]*)/g)].map(([, name = '']) => name))
  expect(imported).toContain('lit-html')
  for (const name of new Set([...Object.keys(direct), ...imported])) {
    expect(refs.map(nameOf), name).toContain(name)
    expect(notices, name).toMatch(new RegExp(`^${name} \\d`, 'm'))
  }
  // pg-boss runs in production and needs pg; so does a package of development.
  expect(refs.map(nameOf)).toContain('pg')
  for (const { name, version } of parts) expect(refs).toContain(`${name}@${version}`)
  for (const tool of ['vitest', 'typescript', '@biomejs/biome', 'esbuild']) expect(refs.map(nameOf)).not.toContain(tool)
  for (const { dependsOn = [] } of dependencies) for (const ref of dependsOn) expect(refs).toContain(ref)
  // Data that the service brings (LICENSE), and the library that is not under a permissive licence.
  expect(notices).toContain('© GeoNames')
  expect(notices).toMatch(/^@img\/sharp-libvips-\S+ \S+ \(LGPL-3\.0-or-later\)$/m)
})
