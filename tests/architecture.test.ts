import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOfRooms, reachableFrom, roomOf } from './support/rooms.ts'

test('sql/ has the rooms of src/', () => {
  const rooms = globSync('sql/*/').map((folder) => path.basename(folder))
  expect(rooms.length).toBeGreaterThan(15)
  expect(rooms.filter((room) => !existsSync(`src/${room}`))).toEqual([])
})

test('no room imports one that stands on it, or runs its statements, however far up', () => {
  const rooms = importsOfRooms()
  expect(rooms.size).toBeGreaterThan(20)
  const circles = [...rooms.keys()].filter((room) => reachableFrom(room, rooms).has(room))
  expect(circles).toEqual([])
})

test('a job has the name of its room', () => {
  const names = globSync('src/*/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/defineJob\(\{\s*name: '([^'.]+)/g)].map(([, name]) => [
      roomOf(file),
      name,
    ]),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(([room, name]) => room !== name)).toEqual([])
})

test('no file of tests has more than three hundred lines', () => {
  const files = globSync('tests/**/*.test.ts')
  expect(files.length).toBeGreaterThan(100)
  const sizes = files.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  expect(sizes.filter(({ lines }) => lines > 300)).toEqual([])
})

test('texts for people import only types of other rooms', () => {
  const files = globSync('src/locales/**/*.ts')
  expect(files.length).toBeGreaterThan(2)
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b).*? from '([^']+)'/gms)]
      .map(([, target = '']) => (target.startsWith('.') ? path.join(path.dirname(file), target) : target))
      .filter((target) => roomOf(target) !== 'locales')
      .map((target) => `${file} imports ${target}`),
  )
  expect(imported).toEqual([])
})

test('French stands in src/locales only', () => {
  // Spellings of states that clients send, examples of the OpenAPI document, and what only developers see.
  const others = /^src\/(?:locales|dev|openapi\/values)\/|^src\/stays\/states\.ts$/
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
