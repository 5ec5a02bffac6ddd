import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../../platform/lib/environment.ts'

/**
 * Claims a data folder for this process, so that two services never run one embedded database. A claim of a process
 * that is gone (`kill -9`, power cut) is replaced. Returns a function that releases the claim.
 * @throws ConfigError when a running process holds the folder.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'sejour.pid')
  const mine = `${process.pid} ${startTime(process.pid)}`
  const held = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (held !== '' && held !== mine) {
    const pid = Number(held.split(' ')[0])
    if (`${pid} ${startTime(pid)}` === held) {
      throw new ConfigError(`${folder} is in use by process ${pid}: stop it, or set DATA_DIR to another folder`)
    }
  }
  writeFileSync(file, mine)
  return () => rmSync(file, { force: true })
}

/** Tells a process from a later one with the same id: its start in clock ticks on Linux, else whether it runs. */
function startTime(pid: number): string {
  const stat = `/proc/${pid}/stat`
  if (existsSync('/proc/self/stat')) {
    return existsSync(stat) ? (readFileSync(stat, 'utf8').split(') ')[1]?.split(' ')[19] ?? '') : 'gone'
  }
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch {
    return 'gone'
  }
}
