import { expect, test } from 'vitest'
import { placeAt, project } from '../../clients/window/src/projection.ts'

test.for([
  [0, 0],
  [4.835, 45.758],
  [-73.567, 45.501],
  [151.21, -33.87],
] as const)('a point of the map is the place that it shows: %s, %s', ([longitude, latitude]) => {
  const place = placeAt(...project(longitude, latitude))
  expect(place.longitude).toBeCloseTo(longitude, 6)
  expect(place.latitude).toBeCloseTo(latitude, 6)
})
