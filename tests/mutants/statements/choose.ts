import type { RunTest } from './suite.ts'

/** Tests that take so many times as long as half of them do are left to statements that nothing faster runs. */
const SLOW = 8

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * The tests that a mutant of a statement is tried with: fast ones that together have seen every kind of its answers, and
 * of those that see nothing new the ones of its room first. Fastest first. Pure.
 */
export function chooseTests(tests: RunTest[], statement: string, most: number): RunTest[] {
  const running = tests.filter(({ answers }) => statement in answers)
  const slow = SLOW * median(tests.map(({ ms }) => ms))
  const fast = running.filter(({ ms }) => ms < slow)
  const left = new Set(fast.length > 0 ? fast : running)
  const room = `tests/${statement.split('/')[0]}/`
  const seen = new Set<string>()
  const chosen: RunTest[] = []
  const worthOf = ({ answers, file, ms }: RunTest): [news: number, own: number, ms: number] => [
    (answers[statement] ?? []).filter((kind) => !seen.has(kind)).length / ms,
    Number(file.startsWith(room)),
    ms,
  ]
  while (left.size > 0 && chosen.length < most) {
    const [best] = [...left]
      .map((test) => ({ test, worth: worthOf(test) }))
      .toSorted((a, b) => b.worth[0] - a.worth[0] || b.worth[1] - a.worth[1] || a.worth[2] - b.worth[2])
    if (!best) break
    left.delete(best.test)
    chosen.push(best.test)
    for (const kind of best.test.answers[statement] ?? []) seen.add(kind)
  }
  return chosen.toSorted((a, b) => a.ms - b.ms)
}
