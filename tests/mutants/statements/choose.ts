import { CROWD } from './crowds.ts'
import { APART } from './present.ts'
import type { RunTest } from './suite.ts'

/** Tests that take so many times as long as half of them do are left to statements that nothing faster runs. */
const SLOW = 8

/** From so many files a test is wanted in which a statement could take the rows of others for those that it wants. */
const FILES_WITH_OTHERS = 3
const tellsOthers = (kind: string): boolean => kind === APART || kind.startsWith(CROWD)

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Which part of the tests of each file runs a statement: the more do, the more the file is about it. */
function sharesOf(tests: RunTest[], statement: string): Map<string, number> {
  const files = Map.groupBy(tests, ({ file }) => file)
  const share = (members: RunTest[]) => members.filter(({ answers }) => statement in answers).length / members.length
  return new Map([...files].map(([file, members]) => [file, share(members)]))
}

/**
 * The tests that a mutant of a statement is tried with: fast ones that run much besides, of files that are about it; together
 * they have seen every kind of its answers. Several are wanted that tell whose rows are meant. Fastest first. Pure.
 */
export function chooseTests(tests: RunTest[], statement: string, most: number): RunTest[] {
  const running = tests.filter(({ answers }) => statement in answers)
  const usual = median(tests.map(({ ms }) => ms))
  const fast = running.filter(({ ms }) => ms < SLOW * usual)
  const left = new Set(fast.length > 0 ? fast : running)
  const shares = sharesOf(tests, statement)
  /** The files whose tests have seen each kind. */
  const seen = new Map<string, Set<string>>()
  const files = new Set<string>()
  const chosen: RunTest[] = []
  const isNews = (kind: string, file: string): boolean => {
    const by = seen.get(kind) ?? new Set()
    return tellsOthers(kind) ? by.size < FILES_WITH_OTHERS && !by.has(file) : by.size === 0
  }
  const worthOf = ({ answers, file, ms }: RunTest): [news: number, any: number] => {
    const news = (answers[statement] ?? []).filter((kind) => isNews(kind, file)).length
    // What a test runs besides, it sees the effects of. Beside its own time it takes that of its file.
    const value = ((shares.get(file) ?? 0) * Object.keys(answers).length) / (ms + 2 * usual)
    return [news * value, files.has(file) ? value / 2 : value]
  }
  while (left.size > 0 && chosen.length < most) {
    const [best] = [...left]
      .map((test) => ({ test, worth: worthOf(test) }))
      .toSorted((a, b) => b.worth[0] - a.worth[0] || b.worth[1] - a.worth[1])
    if (!best) break
    const { file, answers } = best.test
    left.delete(best.test)
    chosen.push(best.test)
    files.add(file)
    for (const kind of answers[statement] ?? []) seen.set(kind, (seen.get(kind) ?? new Set()).add(file))
  }
  return chosen.toSorted((a, b) => a.ms - b.ms)
}
