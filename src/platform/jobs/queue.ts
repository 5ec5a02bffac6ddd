import type { FastifyInstance } from 'fastify'
import type { JobResult, PgBoss, Job as QueuedJob } from 'pg-boss'
import type { Job } from './job.ts'

/** Workers of pg-boss hardly look by themselves, because they are woken. */
const POLL_SECONDS = 3_600
/** Workers of a queue on a node: while one waits for the slowest job of its batch, the other takes what comes. */
const WORKERS = 2
/** Jobs that a worker runs at once. */
const BATCH = 5

/** A worker of a queue on this node; without an id it pauses. */
interface Worker {
  id: string | undefined
  /** Takes one job, to see whether the service answers again. */
  isProbe: boolean
  /** Its id while it runs a batch: it looks for no jobs until that has ended. */
  busyId: string | undefined
}

interface Around {
  boss: PgBoss
  /** Runs jobs that were taken together. */
  run(job: Job<object, FastifyInstance>, batch: QueuedJob[]): Promise<JobResult[]>
  /** True while the queue has to pause, because a service outside is away. */
  isPaused(job: Job): boolean
}

/** The workers of one queue on this node. While the service is away that its job needs, they pause, and one job at a time tries it. */
export class Queue {
  readonly job: Job<object, FastifyInstance>
  readonly #around: Around
  /** Only the first one probes; scheduled jobs have no other. */
  readonly #first: Worker
  readonly #workers: Worker[]

  constructor(job: Job<object, FastifyInstance>, around: Around) {
    this.job = job
    this.#around = around
    const newWorker = (): Worker => ({ id: undefined, isProbe: false, busyId: undefined })
    this.#first = newWorker()
    this.#workers = [this.#first, ...Array.from({ length: job.schedule ? 0 : WORKERS - 1 }, newWorker)]
  }

  /** Starts the workers that do not work. */
  async start(): Promise<void> {
    for (const worker of this.#workers) if (worker.id === undefined) await this.#start(worker)
  }

  /** Starts one worker, which ends after one job. */
  async probe(): Promise<void> {
    if (this.#first.id === undefined) await this.#start(this.#first, true)
  }

  /** Wakes a worker that is free, or else each of them when its batch has ended. Returns false if the queue pauses. */
  wake(): boolean {
    const free = this.#workers.find(({ id, busyId }) => id !== undefined && id !== busyId)
    for (const { id } of free ? [free] : this.#workers) if (id !== undefined) this.#around.boss.notifyWorker(id)
    return this.#first.id !== undefined
  }

  /** Pauses if the service is away, and starts again when it is back. */
  async pauseOrResume(): Promise<void> {
    const isAway = this.#around.isPaused(this.job)
    for (const worker of this.#workers) if (isAway !== worker.isProbe) this.#pause(worker)
    if (!isAway) await this.start()
  }

  /** Resolves when all running jobs have ended. */
  async stop(): Promise<void> {
    const { boss } = this.#around
    await Promise.all(
      this.#workers.map(({ id }) => id !== undefined && boss.offWork(this.job.name, { id, wait: true })),
    )
  }

  async #start(worker: Worker, isProbe = false): Promise<void> {
    const { boss, run, isPaused } = this.#around
    const options = {
      batchSize: this.job.schedule || isProbe ? 1 : BATCH,
      // After a full batch the next one is fetched at once.
      burstWhenBatchFull: true,
      pollingIntervalSeconds: POLL_SECONDS,
      perJobResults: true as const,
    }
    worker.isProbe = isProbe
    // A batch may outlast a pause; what it does at its end must not concern the worker that was started since.
    const id = await boss.work(this.job.name, options, async (batch: QueuedJob[]) => {
      worker.busyId = id
      // There may be more.
      if (batch.length === BATCH) this.wake()
      const results = await run(this.job, batch)
      if (worker.busyId === id) worker.busyId = undefined
      if (worker.id === id && (isProbe || isPaused(this.job))) this.#pause(worker)
      return results
    })
    worker.id = id
  }

  /** Ends the looks of a worker for further jobs; those that run go on. */
  #pause(worker: Worker): void {
    const { id } = worker
    if (id === undefined) return
    worker.id = undefined
    worker.isProbe = false
    void this.#around.boss.offWork(this.job.name, { id, wait: false })
  }
}
