/**
 * `npm run bench -- --beside <commit> [--bench <folder>] [--rounds N] [--only <part>]`: runs a bench of another commit and this one in turns, each from its
 * own checkout with its own packages, and prints how fast this one is beside it. `--bench search` is that of lab/bench/search.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadLine, median, quartiles, type Result, round } from './support.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The least part of the other commit's speed that counts as no slower. */
const LEAST = 0.98

export interface Beside {
  commit: string
  /** Folder of the bench; undefined for lab/bench/main.ts. */
  bench: string | undefined
  rounds: number
  args: string[]
}

/** The speed that a measured value means, whatever its unit: `12.5 ms`, `1,018 ms`, `430/s`. Undefined for a text without a number. Pure. */
export function speedOf(measured: string): number | undefined {
  const [, digits = '', unit = ''] = /^([\d,.]+) ?(\S+)/.exec(measured) ?? []
  const value = Number(digits.replaceAll(',', ''))
  if (!(value > 0)) return undefined
  return unit.endsWith('/s') ? value : 1 / value
}

async function runOnce(checkout: string, { bench, args }: Beside, results: string): Promise<Map<string, number>> {
  rmSync(results, { force: true })
  const script = path.join('bench', bench ?? '', 'main.ts')
  const child = spawn(process.execPath, ['lab/run.ts', script, ...args], {
    cwd: checkout,
    env: { ...process.env, BENCH_RESULTS: results },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code !== 0 || !existsSync(results)) throw new Error(`${script} of ${checkout} ended with ${code}`)
  const lines = readFileSync(results, 'utf8').trim().split('\n')
  return new Map(
    lines.flatMap((line): [string, number][] => {
      const { name, measured }: Result = JSON.parse(line)
      const speed = speedOf(measured)
      return speed === undefined ? [] : [[name.trim(), speed]]
    }),
  )
}

/** Runs both in turns, and prints a row for each figure that both have: median and quartiles of the ratios of one round. */
export async function runBeside(options: Beside): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-beside-'))
  // As root, the embedded server runs as another user, who has to reach its programs.
  chmodSync(folder, 0o755)
  const other = path.join(folder, 'checkout')
  try {
    execFileSync('git', ['clone', '--quiet', ROOT, other])
    execFileSync('git', ['-C', other, 'checkout', '--quiet', options.commit])
    execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: other, stdio: 'ignore' })
    const ratios = new Map<string, number[]>()
    const results = path.join(folder, 'results.jsonl')
    console.log(`${options.commit} beside, ${options.rounds} rounds, ${loadLine()}`)
    for (let index = 0; index < options.rounds; index++) {
      // The first one changes, so that a machine that slows down favours neither.
      const order = index % 2 === 0 ? [other, ROOT] : [ROOT, other]
      const speeds = new Map<string, Map<string, number>>()
      for (const checkout of order) speeds.set(checkout, await runOnce(checkout, options, results))
      for (const [name, speed] of speeds.get(ROOT) ?? []) {
        const before = speeds.get(other)?.get(name)
        if (before !== undefined) ratios.set(name, [...(ratios.get(name) ?? []), speed / before])
      }
    }
    for (const [name, values] of ratios) {
      const [low, high] = quartiles(values).map((value) => round(value, 2))
      const verdict = median(values) >= LEAST ? '' : '   slower'
      console.log(`${name.padEnd(40)} ${round(median(values), 2)} (${low} to ${high})${verdict}`)
    }
    console.log(loadLine())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
