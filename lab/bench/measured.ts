/** Read by the processes that are measured, before their own script: they say what they have used of the processor, and for what. */
import { Session } from 'node:inspector/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const session = new Session()
session.connect()

/** Samples of the event loop, each a millisecond after the one before unless something held it up. */
const delays = monitorEventLoopDelay({ resolution: 1 })

const answers: Record<string, () => Promise<unknown>> = {
  /** Milliseconds so far. */
  cpu: async () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
  startPauses: async () => {
    delays.enable()
    delays.reset()
  },
  /** Milliseconds of the longest pause since. */
  longestPause: async () => {
    delays.disable()
    return delays.max / 1e6
  },
  startProfile: async () => {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
  },
  stopProfile: async () => (await session.post('Profiler.stop')).profile,
}

process.on('message', (question) => {
  answers[String(question)]?.().then((answer) => process.send?.({ answer }))
})
