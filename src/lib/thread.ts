import { Worker } from 'node:worker_threads'

/**
 * Runs a module in a thread of its own, which posts one message: the result. Work that takes long, or that a stranger's
 * input can make long, does not stop the event loop so.
 * @param input what the module finds as `workerData`.
 * @throws Error when the module throws, ends without a message, takes longer than `ms` or needs more memory.
 */
export async function runInThread<Result>(
  module: URL,
  input: unknown,
  { ms, megabytes }: { ms: number; megabytes: number },
): Promise<Result> {
  const worker = new Worker(module, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('no answer')))
  const timer = setTimeout(() => reject(new Error('takes too long')), ms)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
