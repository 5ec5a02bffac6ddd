import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from '../../support/folders.ts'

const MAIN = path.join(ROOT, 'src/cli/prove/main.ts')

/** Runs the command with these variables alone. */
const run = (env: Record<string, string>, ...words: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...words], { env: { PATH: process.env.PATH, ...env } })
    .then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }))
    .catch((error: { code: number; stdout: string; stderr: string }) => error)

test('the command prints a line a step, writes its report, and ends with 1 when a step failed', async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'sejour-prove-'))
  try {
    const good = await run({ DATA_DIR }, 'storage', 'mail', 'stripe')
    expect([good.code, good.stderr]).toEqual([0, ''])
    expect(good.stdout).toMatch(/^ok {2}storage: put: expected: .*; came: \d+ bytes/m)
    expect(good.stdout).toMatch(/mail: server: not played: SMTP_URL is not set/)
    expect(good.stdout).toMatch(/stripe: key: not played: STRIPE_SECRET_KEY is not set/)
    const report = JSON.parse(readFileSync(path.join(DATA_DIR, 'proof.json'), 'utf8'))
    expect(report.steps).toContainEqual(expect.objectContaining({ part: 'storage', step: 'read', ok: true }))

    const live = await run({ DATA_DIR, STRIPE_SECRET_KEY: 'sk_live_of_the_operator' }, 'stripe')
    expect([live.code, live.stdout]).toEqual([1, expect.stringMatching(/^NO {2}stripe: key: .*live key/m)])
    expect(readFileSync(path.join(DATA_DIR, 'proof.json'), 'utf8')).not.toMatch(/sk_live/)
    for (const words of [[], ['paypal'], ['mail', '--from', 'x']]) {
      const wrong = await run({ DATA_DIR }, ...words)
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Usage: npm run prove')])
    }
    expect((await run({ DATA_DIR, REHEARSAL: 'true' }, 'storage')).stderr).toMatch(/nothing leaves a rehearsal/)
    expect((await run({ DATA_DIR, NODE_ENV: 'production' }, 'storage')).stderr).toMatch(
      /^Missing in production: DATABASE_URL/,
    )
  } finally {
    rmSync(DATA_DIR, { recursive: true })
  }
})
