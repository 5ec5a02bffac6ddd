import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { round } from './support.ts'

const MAIN = path.resolve(import.meta.dirname, '../src/start.js')

async function timeStart(dataDir: string): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const elapsed = performance.now() - start
  child.kill('SIGTERM')
  await once(child, 'exit')
  return elapsed / 1000
}

/** Time from `node src/start.js` to its greeting: with an empty data folder, then with the same folder again. */
export async function benchStart(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sejour-start-'))
  const first = await timeStart(dataDir)
  const later = [await timeStart(dataDir), await timeStart(dataDir), await timeStart(dataDir)]
  rmSync(dataDir, { recursive: true, force: true })
  console.log(
    `start-up                  first ${round(first, 1)} s (database, 131,000 cities, 40 homes), later ${later.map((time) => round(time, 1)).join(', ')} s`,
  )
}
