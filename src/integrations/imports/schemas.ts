import { z } from 'zod'
import { flagParameter, shownUuid } from '../../platform/http/fields.ts'
import { fileOf } from '../../platform/storage/forms.ts'
import { homeId, STAY } from '../../reference/examples/demo.ts'
import { MAX_PROBLEMS } from './report.ts'

/** The size of a file: 5 MB. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024

export const importQuery = z.object({
  dry_run: flagParameter.default(false).meta({ description: 'Preview the result without changing anything' }),
  charset: z.string().max(40).optional().meta({
    description: 'Characters of the file, in place of the `charset` of its content type: `utf-8` or `windows-1252`',
  }),
})

export const importBody = z.object({ file: fileOf('csvFile') }).meta({ id: 'ImportFile' })

/** Problem of a cell, or of a row. */
const cellProblem = z
  .object({
    row: z.int().meta({ description: 'Row number as in a spreadsheet: the header is row 1' }),
    column: z.string().nullable(),
    value: z.string().nullable(),
    code: z.string(),
    limit: z.number().optional(),
    values: z.array(z.string()).readonly().optional(),
    instead: z.string().optional().meta({ description: '`operationId` of the operation that takes it instead' }),
    message: z.string(),
  })
  .meta({ id: 'CellProblem' })

const tried = {
  dry_run: z.boolean().meta({ example: false }),
  rows: z.int().meta({ example: 1 }),
  problem_count: z.int().meta({ example: 0 }),
  problems: z
    .array(cellProblem)
    .meta({ description: `The first ${MAX_PROBLEMS}; without \`dry_run\` there are none`, example: [] }),
}

const outcome = z.enum(['created', 'updated', 'unchanged']).meta({ id: 'ImportOutcome' })

const counts = {
  created: z.int().meta({ example: 1 }),
  updated: z.int().meta({ example: 0 }),
  unchanged: z.int().meta({ example: 0 }),
}

export const importedHomes = z
  .object({
    ...tried,
    ...counts,
    homes: z
      .array(
        z.object({
          row: z.int(),
          external_id: z.string(),
          property_id: shownUuid.nullable().meta({ description: 'null: it would be created' }),
          outcome,
        }),
      )
      .meta({ example: [{ row: 2, external_id: 'A-12', property_id: homeId(41), outcome: 'created' }] }),
  })
  .meta({ id: 'ImportedHomes' })

export const importedStays = z
  .object({
    ...tried,
    ...counts,
    stays: z
      .array(
        z.object({
          row: z.int(),
          external_id: z.string(),
          reservation_id: z.int().nullable().meta({ description: 'null: it would be created' }),
          outcome,
        }),
      )
      .meta({ example: [{ row: 2, external_id: 'R-2041', reservation_id: STAY, outcome: 'created' }] }),
  })
  .meta({ id: 'ImportedStays' })

export const importedCalendar = z
  .object({
    ...tried,
    days: z.int().meta({ example: 7 }),
    changed: z.int().meta({ example: 7 }),
    unchanged: z.int().meta({ example: 0 }),
  })
  .meta({ id: 'ImportedCalendar' })
