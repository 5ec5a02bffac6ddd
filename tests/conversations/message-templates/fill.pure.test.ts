import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fill,
  hasStrayBrace,
  unknownVariables,
  VARIABLES,
  type Variable,
} from '../../../src/conversations/message-templates/fill.ts'

const valuesOf = (value: (name: Variable) => string) =>
  Object.fromEntries(VARIABLES.map((name) => [name, value(name)])) as Record<Variable, string>

test('variables are replaced once, and unknown ones are named', () => {
  const values = valuesOf((name) => `<${name}>`)
  expect(fill('Hello {guest_name}, {home} from {check_in}. {guest_name}!', values)).toBe(
    'Hello <guest_name>, <home> from <check_in>. <guest_name>!',
  )
  expect(unknownVariables('{guest_name} {guest} {} {guest} { home }')).toEqual(['guest', '', ' home '])
  expect(['{home', 'home}', '{{home}', '{home}', 'home'].map(hasStrayBrace)).toEqual([true, true, true, false, false])
  // A name that looks like a variable is a name.
  expect(fill('{guest_name}', { ...values, guest_name: '{link}' })).toBe('{link}')
})

test('a text without braces stays, whatever it says, and values appear as they are', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...VARIABLES), fc.string(), (text, name, value) => {
      const plain = text.replaceAll(/[{}]/g, '')
      const values = valuesOf((one) => (one === name ? value : ''))
      expect(fill(`${plain}{${name}}${plain}`, values)).toBe(`${plain}${value}${plain}`)
      expect(unknownVariables(`${plain}{${name}}`)).toEqual([])
    }),
  )
})
