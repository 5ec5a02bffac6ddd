/** Read by the processes that are measured, before their own script: they say what they have used of the processor, and for what. */
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()

const answers: Record<string, () => Promise<unknown>> = {
  /** Milliseconds so far. */
  cpu: async () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
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
