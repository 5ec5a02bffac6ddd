import { AppError, codeOf, type FieldProblem, type FieldProblems, fieldProblem } from '../../platform/http/errors.ts'
import type { Locale } from '../../platform/locales/locales.ts'

/** Most problems that are named; all are counted. */
export const MAX_PROBLEMS = 1_000
const MAX_VALUE = 100

interface Problem {
  row: number
  /** Absent: the row as a whole. */
  column?: string
  value?: string | undefined
  problem: FieldProblem
}

/** Problems of a file, cell by cell. */
export class Report {
  readonly #problems: Problem[] = []
  readonly #rows = new Set<number>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(problem: Problem): void {
    const last = this.#problems.at(-1)
    // One cell can stand for two fields: a date for both ends of a range.
    const isSaid =
      last?.row === problem.row && last.column === problem.column && last.problem.code === problem.problem.code
    if (isSaid && problem.column !== undefined) return
    this.#count++
    this.#rows.add(problem.row)
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
  }

  isWrong(row: number): boolean {
    return this.#rows.has(row)
  }

  /** Adds the problems of fields, whose cells `columnOf` names. */
  addFields(
    { row, cells }: { row: number; cells: ReadonlyMap<string, string> },
    fields: FieldProblems,
    columnOf: (field: string) => string = (field) => field,
  ): void {
    for (const [field, problems] of Object.entries(fields)) {
      const column = columnOf(field)
      for (const given of problems) {
        // Its values are fields, which the sheet knows by their columns.
        const isOfFields = given.code === codeOf('oneRequired') && given.values !== undefined
        const problem = isOfFields ? fieldProblem('oneRequired', { values: given.values?.map(columnOf) ?? [] }) : given
        this.add({ row, column, value: cells.get(column), problem })
      }
    }
  }

  /** Adds what a rule has refused. @throws the error, when it is not about the row. */
  addRefusal(row: { row: number; cells: ReadonlyMap<string, string> }, error: unknown): void {
    if (!(error instanceof AppError) || error.status >= 429) throw error
    if (error.fields) this.addFields(row, error.fields)
    else {
      const { instead } = error.more
      const named = typeof instead === 'string' ? { instead } : {}
      this.add({ row: row.row, problem: { code: codeOf(error.code), ...named, text: (locale) => error.text(locale) } })
    }
  }

  show(locale: Locale) {
    const problems = this.#problems
      .toSorted((a, b) => a.row - b.row)
      .map(({ row, column = null, value, problem: { text, ...problem } }) => ({
        ...{ row, column, value: value === undefined ? null : value.slice(0, MAX_VALUE).toWellFormed() },
        ...{ ...problem, message: text(locale) },
      }))
    return { problem_count: this.#count, problems }
  }

  /** 400 with all of it. */
  refusal(): AppError {
    return new AppError('badCells', { data: (locale) => this.show(locale) })
  }
}
