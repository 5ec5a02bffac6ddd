import path from 'node:path'
import { z } from 'zod'

/** A profile of V8: nodes of the call tree, and which one ran after how many microseconds. */
const cpuProfile = z.object({
  nodes: z.array(z.object({ id: z.int(), callFrame: z.object({ functionName: z.string(), url: z.string() }) })),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.int()),
})

const SOURCE = path.resolve(import.meta.dirname, '../../../src')
const NOT_WORK = new Set(['(idle)', '(root)', 'node:inspector'])
/** Parts below this share are left out. */
const SMALLEST = 0.005

/** The package, the file of the service, or the module of Node that a function stands in. Pure. */
function partOf({ functionName, url }: { functionName: string; url: string }): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url) ?? []
  if (name) return name
  if (url.includes(SOURCE)) return `src${url.slice(url.indexOf(SOURCE) + SOURCE.length)}`
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  return url === '' ? functionName : 'generated code'
}

/** The share of each part in the time that the processor worked, the greatest first. Pure. */
export function partsOf(profile: unknown): { part: string; share: number }[] {
  const { nodes, samples, timeDeltas } = cpuProfile.parse(profile)
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const times = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const part = parts.get(id) ?? ''
    if (!NOT_WORK.has(part)) times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0))
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times]
    .map(([part, time]) => ({ part, share: time / all }))
    .filter(({ share }) => share >= SMALLEST)
    .toSorted((a, b) => b.share - a.share)
}
