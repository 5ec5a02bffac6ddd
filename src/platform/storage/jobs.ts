import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { FOLDERS } from './files.ts'

/** A younger file may still get its row. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000
/** Most files that one run looks at. */
const MAX_FILES = 200_000
/** Most files that one run removes. An operator who connects the wrong database to files has a day to notice before many are gone. */
const MAX_REMOVED = 1_000
/** Names of files begin with a hexadecimal digit. */
const DIGITS = 16

/**
 * Removes files that no row names: their transaction was rolled back, or the process ended between file and row, or a picture
 * was replaced or deleted and its file could not be removed. A run begins at a random digit and looks at a bounded number of
 * files, so that runs together look at all.
 */
export const sweepOrphans = defineJob({
  name: 'storage.sweep-orphans',
  payload: z.object({}),
  schedule: '43 4 * * *',
  needs: 'files',
  async run(context: FastifyInstance) {
    const { files } = context.storage
    const before = Date.now() - MIN_AGE_MS
    const first = randomInt(DIGITS)
    let looked = 0
    let removed = 0
    for (let turn = 0; turn < DIGITS && looked < MAX_FILES; turn++) {
      const start = ((first + turn) % DIGITS).toString(16)
      for (const folder of FOLDERS) {
        for await (const page of files.list(folder, start)) {
          if (context.stopping) return
          looked += page.length
          const names = page.filter(({ modified }) => modified.getTime() < before).map(({ name }) => name)
          for (const name of await context.findOrphans(names)) {
            if (removed >= MAX_REMOVED) {
              context.log.warn(
                { looked, removed },
                'many orphans: do these files belong to this database? The next run goes on',
              )
              return
            }
            // One file that cannot be removed does not stop the others; the next run tries again.
            await files.remove(name).then(
              () => removed++,
              (error: unknown) => context.log.warn({ err: error, file: name }, 'an orphan cannot be removed'),
            )
          }
        }
      }
    }
    if (removed > 0) context.log.info({ looked, removed }, 'orphans removed')
  },
})
