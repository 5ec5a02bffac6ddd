import type { z } from 'zod'
import { cutText } from '../lib/text.ts'
import {
  type FieldMessageKey,
  type FieldProblem,
  type FieldProblems,
  fieldProblem,
  isFieldMessageKey,
} from './errors.ts'

type Issue = z.core.$ZodIssue

/** The path of a field is the caller's own words, which are not repeated at length. */
const MAX_FIELD_CHARACTERS = 100

/** The issues that zod reports for a missing field. */
const ABSENT = new Set(['invalid_type', 'invalid_union', 'invalid_value'])

/** Messages for a value of another type, by the expected one. */
const OF_TYPE: Record<string, FieldMessageKey> = {
  string: 'notText',
  number: 'invalidNumber',
  int: 'notWhole',
  boolean: 'notBoolean',
  array: 'notList',
  object: 'notObject',
}

const OF_FORMAT: Record<string, FieldMessageKey> = { email: 'invalidEmail', datetime: 'invalidMoment' }

/** Messages for a value on the wrong side of a limit, by the measure. */
const BELOW: Record<string, FieldMessageKey> = { string: 'tooShort', array: 'tooFew' }
const ABOVE: Record<string, FieldMessageKey> = { string: 'tooLong', array: 'tooMany' }

/** The problem that an issue of zod stands for: schemas name a text of src/platform/locales, or the check itself does. Pure. */
function problemOf(issue: Issue): FieldProblem {
  if (issue.input === undefined && ABSENT.has(issue.code)) return fieldProblem('required')
  if (isFieldMessageKey(issue.message)) {
    const { limit, values } = (issue.code === 'custom' && issue.params) || {}
    return fieldProblem(issue.message, {
      ...(typeof limit === 'number' && { limit }),
      ...(Array.isArray(values) && { values: values.map(String) }),
    })
  }
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return fieldProblem('required')
      if (issue.inclusive === false) return fieldProblem('tooLowOrEqual', { limit: Number(issue.minimum) })
      return fieldProblem(BELOW[issue.origin] ?? 'tooLow', { limit: Number(issue.minimum) })
    case 'too_big':
      return fieldProblem(ABOVE[issue.origin] ?? 'tooHigh', { limit: Number(issue.maximum) })
    case 'invalid_type':
      return fieldProblem(OF_TYPE[issue.expected] ?? 'invalid')
    case 'invalid_format':
      return fieldProblem(OF_FORMAT[issue.format] ?? 'invalid')
    case 'invalid_value':
      return 'expected' in issue && issue.expected === 'stringbool'
        ? fieldProblem('notBoolean')
        : fieldProblem('notOneOf', { values: issue.values.map(String) })
    default:
      return fieldProblem('invalid')
  }
}

/** Fields that a refusal names of an object that has others than it takes. */
const MAX_UNKNOWN = 20

/**
 * The issues of each field: of an object those of the fields that it does not take; of a value that has one of several forms those inside the
 * form that it has, or else the words that there are, and `{…}` for an object. Pure.
 */
function formsOf(issue: Issue): Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, MAX_UNKNOWN)
      .map((key) => ({ code: 'custom', message: 'unknownField', path: [...issue.path, key], input: issue.input }))
  if (issue.code !== 'invalid_union') return [issue]
  const within = issue.errors.filter((form) =>
    form.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  )
  const [form] = within
  if (within.length === 1 && form)
    return form.flatMap((inner) => formsOf({ ...inner, path: [...issue.path, ...inner.path] }))
  const outer = issue.errors.flat().filter(({ path }) => path.length === 0)
  const words = outer.flatMap((one) => (one.code === 'invalid_value' ? one.values : []))
  if (words.length === 0) return [issue]
  const isObject = outer.some((one) => one.code === 'invalid_type' && one.expected === 'object')
  return [{ ...issue, code: 'invalid_value', values: isObject ? [...words, '{…}'] : words }]
}

/** The problems of each field, by its path: `photos.0.alt`; `body` stands for the whole. Pure. */
export function problemsOf(issues: Issue[]): FieldProblems {
  const fields = new Map<string, FieldProblem[]>()
  for (const issue of issues.flatMap(formsOf)) {
    // A problem of an item is a problem of its list.
    const path = typeof issue.path.at(-1) === 'number' ? issue.path.slice(0, -1) : issue.path
    const field = cutText(path.join('.'), MAX_FIELD_CHARACTERS) || 'body'
    fields.set(field, [...(fields.get(field) ?? []), problemOf(issue)])
  }
  return Object.fromEntries(fields)
}
