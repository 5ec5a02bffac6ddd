import { expect, test } from 'vitest'
import { withoutAddresses } from '../../../src/platform/lib/text.ts'

test.each([
  ['Win at https://evil.example/x?y=1 now', 'Win at … now'],
  ['evil.example', 'evil example'],
  ['Casa www.evil.co.uk/promo?x !', 'Casa … !'],
  ['write to me@evil.example', 'write to …'],
  ['EVIL。example and evil．example', 'EVIL example and evil example'],
  ['xn--e1awd7f.xn--p1ai', 'xn--e1awd7f xn--p1ai'],
  ['http://192.0.2.1/', '…'],
  ['evil.example:8080/x', '…'],
  ['javascript://x tel://1', '… …'],
  ['Booking.com', 'Booking com'],
  ['St.Tropez, 20.5 m², no. 5', 'St Tropez, 20.5 m², no. 5'],
  ['Votre séjour du 3 au 5 mai : Casa', 'Votre séjour du 3 au 5 mai : Casa'],
])('%s has no link: %s', (text, shown) => {
  expect(withoutAddresses(text)).toBe(shown)
})

test('a long text takes no long time', () => {
  for (const text of ['a'.repeat(5_000), 'a.'.repeat(5_000), '@'.repeat(5_000), 'a-'.repeat(5_000)])
    expect(withoutAddresses(text).length).toBeLessThanOrEqual(text.length)
})
