import { Worker } from 'node:worker_threads'

/** The thread takes longer than it may. */
export class OutOfTime extends Error {}
/** The thread needs more memory than it may. */
export class OutOfMemory extends Error {}

/**
 * Runs a module in a thread of its own, which posts one message: the result. Work that takes long, or that a stranger's
 * input can make long, does not stop the event loop so.
 * @param input what the module finds as `workerData`.
 * @throws OutOfTime, OutOfMemory, or Error when the module throws or ends without a message.
 */
export async function runInThread<Result>(
  module: URL,
  input: unknown,
  { ms, megabytes }: { ms: number; megabytes: number },
): Promise<Result> {
  const worker = new Worker(module, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OutOfMemory(`needs more than ${megabytes} MB`) : error),
  )
  worker.once('exit', () => reject(new Error('no answer')))
  const timer = setTimeout(() => reject(new OutOfTime(`takes too long: more than ${ms} ms`)), ms)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
