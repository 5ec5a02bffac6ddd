import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOfRooms, reachableFrom } from './support/rooms.ts'

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

test('a booking goes one way down: quotes, reservations, payments; pricing below', () => {
  const rooms = importsOfRooms()
  const imports = (room: string) => [...(rooms.get(room) ?? [])]
  expect(imports('quotes')).toEqual(expect.arrayContaining(['reservations', 'pricing']))
  expect(imports('reservations')).toEqual(expect.arrayContaining(['payments', 'pricing']))
  expect(
    imports('payments').filter((room) => ['reservations', 'quotes', 'webhooks', 'notifications'].includes(room)),
  ).toEqual([])
  expect(
    imports('pricing').filter((room) => ['payments', 'reservations', 'quotes', 'properties'].includes(room)),
  ).toEqual([])
})
