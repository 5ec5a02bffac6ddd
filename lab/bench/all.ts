/** `npm run bench -- --all`: runs every bench, one after the other, and prints their figures and goals as Markdown. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { isReached, loadLine, type Result, round } from './support.ts'

const BENCHES: [file: string, title: string][] = [
  ['main.ts', 'One service'],
  ['search/main.ts', 'Search'],
  ['reservations/main.ts', 'Lists of reservations'],
  ['messages/main.ts', 'Messages'],
  ['channel/main.ts', 'Channel manager'],
  ['retention/main.ts', 'Deletion of old rows'],
  ['realtime/main.ts', 'Sockets and nodes'],
]

function rowOf(result: Result): string {
  const { name, measured, floor, value, goal } = result
  const ratio = floor === '' ? '' : round(value, 2)
  const reached = isReached(result)
  const verdict = reached === undefined ? '' : reached ? 'reached' : '**not reached**'
  return `| ${[name, measured, floor, ratio, goal, verdict].join(' | ')} |`
}

/** Runs every bench, each with its own database and services. One that fails does not take the figures of the others with it. */
export async function runAll(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-all-'))
  const tables: string[] = []
  for (const [index, [file, title]] of BENCHES.entries()) {
    const results = path.join(folder, `${index}.jsonl`)
    const before = loadLine()
    const child = spawn(process.execPath, [path.join(import.meta.dirname, file)], {
      env: { ...process.env, BENCH_RESULTS: results },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'close')
    const rows = existsSync(results)
      ? readFileSync(results, 'utf8')
          .trim()
          .split('\n')
          .map((line): Result => JSON.parse(line))
      : []
    if (code !== 0) process.exitCode = 1
    tables.push(
      [
        `### ${title}`,
        '',
        `\`${path.join('lab/bench', file)}\`, ${before} before and ${loadLine().replace('load ', '')} after.${code === 0 ? '' : ` **It ended with ${code}: figures are missing.**`}`,
        '',
        '| | service | compared with | ratio | goal | |',
        '|---|---|---|---|---|---|',
        ...rows.map(rowOf),
      ].join('\n'),
    )
  }
  const [cpu] = cpus()
  console.log(`\n## Every ratio

${cpu?.model}, ${availableParallelism()} processors, ${round(totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}.

${tables.join('\n\n')}`)
  rmSync(folder, { recursive: true, force: true })
}
