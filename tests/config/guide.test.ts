import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'

const read = (file: string) => readFileSync(file, 'utf8')

/** Result of systemd for an EnvironmentFile without quotes: all that follows `=` is the value. */
const environmentFile = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^[#;]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

test('the variables of the guide are what production needs, read as systemd reads them', () => {
  const guide = read('docs/deployment.md')
  const [, block = ''] = /```sh\n(\s+NODE_ENV=production\n.*?)```/s.exec(guide) ?? []
  const written = environmentFile(block)
  expect(Object.values(written).filter((value) => /\s#|\s$|["']/.test(value))).toEqual([])
  const unit = read('deploy/systemd/sejour@.service')
  const [, own = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  const ofNode = parseEnv(own.replaceAll(' ', '\n').replaceAll('%i', '2'))
  expect(Object.keys(ofNode).filter((name) => name in written)).toEqual([])
  const secret = { JWT_SECRET: 'x'.repeat(64), DATABASE_CA: '' }
  const config = loadConfig({ ...ofNode, ...written, ...secret })
  expect(config).toMatchObject({ production: true, port: 3002, metricsPort: 9102, dataDir: '/var/lib/sejour/2' })
  // The unit makes the folders that these name.
  const folders = /^StateDirectory=(.*)$/m.exec(unit)?.[1]?.replaceAll('%i', '2').split(' ') ?? []
  expect(folders.map((folder) => `/var/lib/${folder}`)).toEqual([
    config.dataDir,
    config.storage.kind === 'folder' && config.storage.path,
  ])
  // nginx of the guide sends to the ports of the first three nodes.
  expect([...read('deploy/nginx/sejour.conf').matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)).toEqual([
    '3001',
    '3002',
    '3003',
  ])
})

test('.env.example has no comment behind a value', () => {
  expect(Object.entries(environmentFile(read('.env.example'))).filter(([, value]) => value.includes('#'))).toEqual([])
})
