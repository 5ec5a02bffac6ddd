import path from 'node:path'
import { CROWD } from './crowds.ts'
import { APART, FOUND } from './present.ts'
import type { RunTest } from './suite.ts'

/** Tests that take so many times as long as half of them do are left to statements that nothing faster runs. */
const SLOW = 8
/** Cost of a file before its first test, in times that half of the tests stay below. */
const FILE = 4

/** A test among neighbours is worth so many others: there, who takes the rows of others is found by them. */
const NEIGHBOURLY = 3

/** From so many files a test is wanted in which a statement could take the rows of others for those that it wants. */
const FILES_WITH_OTHERS = 5
/** An answer that at most one of so many tests has seen is wanted from so many files: most of a statement shows in what it seldom gives. */
const RARE = 10
const FILES_WITH_RARE = 3
/** Count of such an answer after the first time. */
const AGAIN = 1 / 2
/** Total of all crowds of a test, beside one for each kind of answer. */
const CROWDS = 2

/** So many are taken first of the files whose subject is that nothing happens to the rows of others. */
const BESIDE = 3
const isBeside = ({ file }: RunTest): boolean => path.basename(file).startsWith('beside')

/** So many of the others are tests in which the statement has found rows, if there are: the answer of most is that there are none. */
const FINDING = 6
const hasFound = (kinds: readonly string[]): boolean => kinds.some((kind) => kind.startsWith(FOUND))

/** Survivors are tried again with twice as many tests of their own module as of others: its rules are looked at there. */
const OF_ROOM = 2

/** The tests that somebody waits in for a lock. */
const isAboutLocks = ({ file }: RunTest): boolean => path.basename(file).includes('locks')

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * The tests that a mutant of a statement is tried with: fast ones that together have seen every kind of its answers, and
 * several that tell whose rows are meant; of a lock those in which somebody waits for it. Fastest first. After those that are
 * `tried` come others: rather of files of the statement's room, and of files that were not asked; slow ones too. Pure.
 */
export function chooseTests(
  tests: RunTest[],
  statement: string,
  { most, isOfLock = false, tried = [] }: { most: number; isOfLock?: boolean; tried?: RunTest[] },
): RunTest[] {
  const running = tests.filter(({ answers }) => statement in answers)
  const kindsOf = ({ answers }: RunTest): string[] => answers[statement] ?? []
  const crowds = new Set(running.flatMap(kindsOf).filter((kind) => kind.startsWith(CROWD))).size
  const countOf = (kind: string): number => running.filter((test) => kindsOf(test).includes(kind)).length
  const rare = new Set([...new Set(running.flatMap(kindsOf))].filter((kind) => countOf(kind) * RARE <= running.length))
  const usual = median(tests.map(({ ms }) => ms))
  const fast = running.filter(({ ms }) => ms < SLOW * usual)
  const isAgain = tried.length > 0
  const left = new Set((fast.length > 0 && !isAgain ? fast : running).filter((test) => !tried.includes(test)))
  /** The files whose tests have seen each kind. */
  const seen = new Map<string, Set<string>>()
  const files = new Set(tried.map(({ file }) => file))
  const isOfRoom = ({ file }: RunTest): boolean => file.startsWith(`tests/${path.dirname(statement)}/`)
  const chosen: RunTest[] = []
  const newsOf = (kind: string, file: string): number => {
    const by = seen.get(kind) ?? new Set()
    if (kind !== APART && !kind.startsWith(CROWD)) {
      if (by.size === 0) return 1
      return rare.has(kind) && by.size < FILES_WITH_RARE && !by.has(file) ? AGAIN : 0
    }
    if (by.size >= FILES_WITH_OTHERS || by.has(file)) return 0
    return kind === APART ? 1 : CROWDS / crowds
  }
  const worthOf = (test: RunTest): [news: number, any: number] => {
    const news = kindsOf(test).reduce((sum, kind) => sum + newsOf(kind, test.file), 0)
    const value =
      ((test.amongNeighbours ? NEIGHBOURLY : 1) * (isAgain && isOfRoom(test) ? OF_ROOM : 1)) / (test.ms + FILE * usual)
    return [news * value, files.has(test.file) ? value / 2 : value]
  }
  const seeWith = (test: RunTest): void => {
    for (const kind of kindsOf(test)) seen.set(kind, (seen.get(kind) ?? new Set()).add(test.file))
  }
  for (const test of tried) seeWith(test)
  const take = (from: RunTest[]): void => {
    const [best] = from
      .map((test) => ({ test, worth: worthOf(test) }))
      .toSorted((a, b) => b.worth[0] - a.worth[0] || b.worth[1] - a.worth[1])
    if (!best) return
    left.delete(best.test)
    chosen.push(best.test)
    files.add(best.test.file)
    seeWith(best.test)
  }
  const takeSome = (count: number, is: (test: RunTest) => boolean): void => {
    for (let taken = 0; taken < count && chosen.length < most; taken++) take([...left].filter(is))
  }
  if (isOfLock) takeSome(most, isAboutLocks)
  const isFinding = (test: RunTest): boolean => hasFound(kindsOf(test))
  const isBesideFinding = (test: RunTest): boolean => isBeside(test) && isFinding(test)
  takeSome(BESIDE, running.some(isBesideFinding) ? isBesideFinding : isBeside)
  takeSome(FINDING, isFinding)
  while (left.size > 0 && chosen.length < most) take([...left])
  return chosen.toSorted((a, b) => a.ms - b.ms)
}
