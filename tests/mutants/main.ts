/**
 * `npm run mutants -- pure`: changes pure functions, one place at a time, and reports each change that no test notices.
 * It exits with 1 below its goal.
 */
import { runPure } from './pure.ts'

const [part] = process.argv.slice(2)
if (part === 'pure') await runPure()
else {
  console.error('usage: npm run mutants -- pure')
  process.exitCode = 2
}
