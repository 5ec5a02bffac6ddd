import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { importsOfRooms, reachableFrom, roomOf } from './support/rooms.ts'

test('sql/ has the rooms of src/', () => {
  const folders = new Set(globSync('**/*.sql', { cwd: 'sql' }).map((file) => path.dirname(file)))
  expect(folders.size).toBeGreaterThan(15)
  expect([...folders].filter((folder) => !existsSync(`src/${folder}`))).toEqual([])
})

test('no room imports one that stands on it, or runs its statements, however far up', () => {
  const rooms = importsOfRooms()
  expect(rooms.size).toBeGreaterThan(20)
  const circles = [...rooms.keys()].filter((room) => reachableFrom(room, rooms).has(room))
  expect(circles).toEqual([])
})

test('a job has the name of its room', () => {
  const names = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/defineJob\(\{\s*name: '([^'.]+)/g)].map(([, name]) => [
      roomOf(file),
      name,
    ]),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(([room, name]) => room !== name)).toEqual([])
})

test('nothing outside the lab imports it, and the lab has no package of its own that the root has', () => {
  const files = globSync('{src,tests,clients,deploy}/**/*.{ts,js}', { exclude: ['**/{node_modules,dist}/**'] })
  expect(files.length).toBeGreaterThan(700)
  const importing = files.filter((file) => /(?:from|import)\b\s*\(?'(?:\.\.\/)+lab\//.test(readFileSync(file, 'utf8')))
  expect(importing).toEqual([])
  const namesIn = (file: string) => {
    const { dependencies = {}, devDependencies = {} } = z
      .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
      .partial()
      .parse(JSON.parse(readFileSync(file, 'utf8')))
    return Object.keys({ ...dependencies, ...devDependencies })
  }
  const own = namesIn('lab/package.json')
  expect(namesIn('package.json').filter((name) => own.includes(name))).toEqual([])
  // What stands at the top of lab/node_modules is what the lab imports in place of the root's.
  const { packages } = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync('lab/package-lock.json', 'utf8')))
  const atTheTop = Object.keys(packages).flatMap(
    (place) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1] ?? [],
  )
  expect(atTheTop.sort()).toEqual(own.sort())
})

test('no file of tests has more than three hundred lines', () => {
  const files = globSync('{tests,lab/tests}/**/*.test.ts')
  expect(files.length).toBeGreaterThan(100)
  const sizes = files.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  expect(sizes.filter(({ lines }) => lines > 300)).toEqual([])
})

test('texts for people import only types of other rooms', () => {
  const files = globSync('src/platform/locales/**/*.ts')
  expect(files.length).toBeGreaterThan(2)
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b).*? from '([^']+)'/gms)]
      .map(([, target = '']) => (target.startsWith('.') ? path.join(path.dirname(file), target) : target))
      .filter((target) => roomOf(target) !== 'locales')
      .map((target) => `${file} imports ${target}`),
  )
  expect(imported).toEqual([])
})

test('French stands in src/platform/locales only', () => {
  // Spellings of states that clients send, examples of the OpenAPI document, and what only developers see.
  const others = /^src\/(?:dev|platform\/locales|platform\/openapi\/values)\/|\/stays\/states\.ts$/
  const french = globSync('src/**/*.ts')
    .filter((file) => !others.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && /[À-ÿ]/.test(line.replaceAll(/Séjour|×/g, '')))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(french).toEqual([])
})

test('a booking goes one way down: reservations, settlement, stays, payments; pricing below', () => {
  const rooms = importsOfRooms()
  const imports = (room: string) => [...(rooms.get(room) ?? [])]
  expect(imports('reservations')).toEqual(expect.arrayContaining(['settlement', 'stays', 'payments', 'pricing']))
  expect(imports('settlement')).toEqual(expect.arrayContaining(['stays', 'payments']))
  expect(
    imports('payments').filter((room) => ['reservations', 'settlement', 'stays', 'notifications'].includes(room)),
  ).toEqual([])
  expect(
    imports('pricing').filter((room) => ['payments', 'reservations', 'stays', 'properties'].includes(room)),
  ).toEqual([])
})
