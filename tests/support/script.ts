import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A script in a process of its own. */
export interface Script {
  url: string
  child: ChildProcess
  stop(): void
}

/** Starts a script, with further options for Node, and waits for its line `ready <url>`. */
export async function startScript(file: string, env: Record<string, string>, options: string[] = []): Promise<Script> {
  const child = spawn(process.execPath, [...options, file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue
    // Its log goes nowhere.
    child.stdout.resume()
    return { url: line.slice('ready '.length), child, stop: () => child.kill('SIGKILL') }
  }
  throw new Error(`${file} did not start`)
}
