/** `npm run prove -- <part>`: plays with the real services what this one relies on, with the operator's own test keys. */

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { loadConfig } from '../../config.ts'
import { ConfigError } from '../../platform/lib/environment.ts'
import { explain } from '../../start/explain.ts'
import { isProved, prove } from './prove.ts'
import { PARTS, type Part } from './steps.ts'

const USAGE = `Usage: npm run prove -- <${PARTS.join(' | ')} | all>
  --listen <port>     events of the payment provider come to this port of the machine (stripe listen --forward-to)
  --property <id>     a property of tests at the channel manager
  --to <address>      a mailbox of yours`

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return await Promise.race([lines.question(question), ended])
  } finally {
    lines.close()
  }
}

function partsOf(words: string[]): readonly Part[] {
  if (words.length === 1 && words[0] === 'all') return PARTS
  const known = PARTS.filter((part) => words.includes(part))
  return known.length === words.length ? known : []
}

try {
  const text = { type: 'string' } as const
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { listen: text, property: text, to: text },
  })
  const parts = partsOf(positionals)
  if (parts.length === 0) throw new TypeError('Name a part.')
  const config = loadConfig(process.env)
  if (config.rehearsal) throw new ConfigError('REHEARSAL=true: nothing leaves a rehearsal. Prove without it.')
  const listen = values.listen === undefined ? undefined : Number(values.listen)
  const { property, to } = values
  const report = await prove(parts, { config, standIns: {}, listen, property, to, ask }, (line) => console.log(line))
  const file = path.join(config.dataDir, 'proof.json')
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`The report, without secrets and addresses, is ${file}.`)
  process.exitCode = isProved(report) ? 0 : 1
} catch (error) {
  const isUsage = error instanceof TypeError
  console.error(isUsage ? `${error.message}\n${USAGE}` : explain(error))
  process.exit(isUsage ? 2 : 1)
}
