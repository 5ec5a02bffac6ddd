/**
 * `npm run mutants -- pure`: changes pure functions, one place at a time, and reports each change that no test notices.
 * `npm run mutants -- sql [--sample N] [--seed S] [--only <folder>] [--rest] [--tests N] [--minutes M] [--folder <folder>] [--goal P]`: the same
 * with the conditions of statements under sql/; it continues where it was stopped.
 * `npm run mutants -- functions [--only <begin of a path>] [--sample N] [--seed S] [--tests N] [--minutes M] [--goal P]`: the same with functions of
 * the database, N mutants of each, and N files of tests. All exit with 1 below their goals.
 */
import { parseArgs } from 'node:util'
import { runFunctions } from './functions.ts'
import { runPure } from './pure.ts'
import { runSql } from './sql.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string' },
    rest: { type: 'boolean', default: false },
    tests: { type: 'string', default: '12' },
    minutes: { type: 'string', default: '60' },
    folder: { type: 'string', default: '.data/mutants/sql' },
    goal: { type: 'string', default: '85' },
  },
})
const [part] = positionals
if (part === 'pure') await runPure()
else if (part === 'sql' || part === 'functions') {
  const options = {
    sample: Number(values.sample),
    seed: Number(values.seed),
    only: values.only,
    tests: Number(values.tests),
    minutes: Number(values.minutes),
    goal: Number(values.goal),
  }
  if (part === 'functions') await runFunctions(options)
  else await runSql({ ...options, isRest: values.rest, folder: values.folder })
} else {
  console.error('usage: npm run mutants -- pure | sql | functions [--sample N] [--seed S] [--only <folder>] [--rest]')
  process.exitCode = 2
}
