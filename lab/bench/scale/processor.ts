import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Ticks of the system's clock in a second: 100 on every Linux that this runs on. */
const TICKS = 100

interface Used {
  parent: number
  /** Processor time of the process and of its ended children. */
  ticks: number
}

function usedBy(pid: string): Used | undefined {
  try {
    // The name of a program may have spaces, and ends with a bracket.
    const [, rest = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    const [, parent = 0] = fields
    return { parent, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) }
  } catch {
    return undefined
  }
}

/** Milliseconds of processor time that a PostgreSQL has used, with all of its processes. */
export function usedByPostgres(folder: string): number {
  const [postmaster = ''] = readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const used = usedBy(pid)
      return used && (pid === postmaster || used.parent === Number(postmaster)) ? [used.ticks] : []
    })
  return (all.reduce((sum, ticks) => sum + ticks, 0) * 1000) / TICKS
}
