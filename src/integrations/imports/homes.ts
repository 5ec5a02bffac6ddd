import { lockQuota } from '../../accounts/quotas/quotas.ts'
import { newProperty, propertyChanges } from '../../homes/properties/schemas.ts'
import { createProperty, updateIfDifferent } from '../../homes/properties/write.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { fieldProblem } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { problemsOf } from '../../platform/http/issues.ts'
import type { IntegrationsContext } from '../context.ts'
import { fieldsOf, type Kind, kindsOf } from './cells.ts'
import { Report } from './report.ts'
import { readSheet, type SheetFile } from './sheet.ts'
import { allOrNothing } from './trial.ts'

const MAX_HOMES = 1_000
export const MAX_EXTERNAL_ID = 255

const KINDS: Record<string, Kind> = { ...kindsOf(propertyChanges), tourist_tax: 'tax' }

const HOME_COLUMNS: readonly string[] = ['external_id', ...Object.keys(KINDS)]

/** The column of a field, and of a part of it such as `tourist_tax.cap`. Pure. */
const columnOf = (field: string): string => field.split('.')[0] ?? field

interface ImportedHome {
  row: number
  external_id: string
  /** null: it would be created. */
  property_id: string | null
  outcome: 'created' | 'updated' | 'unchanged'
}

/** Creates the homes of a file that its owner has not imported yet, and changes the others where they differ. @throws AppError 400, 413. */
export async function importHomes(context: IntegrationsContext, identity: Identity, file: SheetFile, isTrial: boolean) {
  const report = new Report()
  const format = { columns: HOME_COLUMNS, required: ['external_id'], maxRows: MAX_HOMES }
  const rows = await readSheet(file, format, report)
  const owner_id = identity.userId
  // Rows cannot be checked under a wrong header.
  const checkable = report.isWrong(1) ? [] : rows
  const work = async (tx: Transaction): Promise<ImportedHome[]> => {
    // Two imports at once follow each other, on all nodes.
    await lockQuota(tx, owner_id)
    const external_ids = checkable.flatMap(({ cells }) => cells.get('external_id') ?? [])
    const known = new Map(
      (await queries.imports.listHomes(tx, { owner_id, external_ids, property_ids: [] })).map(
        ({ external_id, property_id }) => [external_id, property_id],
      ),
    )
    const seen = new Set<string>()
    const done: ImportedHome[] = []
    for (const each of checkable) {
      const { row, cells } = each
      const { external_id = '', ...given } = Object.fromEntries(cells)
      const fields = fieldsOf({ ...each, cells: new Map(Object.entries(given)) }, KINDS)
      const problem =
        external_id === ''
          ? fieldProblem('required')
          : seen.has(external_id)
            ? fieldProblem('duplicate')
            : external_id.length > MAX_EXTERNAL_ID
              ? fieldProblem('tooLong', { limit: MAX_EXTERNAL_ID })
              : undefined
      if (problem) report.add({ row, column: 'external_id', value: external_id, problem })
      seen.add(external_id)
      const property_id = known.get(external_id)
      const parsed = (property_id === undefined ? newProperty : propertyChanges).safeParse(fields, {
        reportInput: true,
      })
      if (!parsed.success) report.addFields(each, problemsOf(parsed.error.issues), columnOf)
      if (!parsed.success || report.isWrong(row)) continue
      const made = transaction(tx, async (savepoint): Promise<ImportedHome> => {
        if (property_id !== undefined) {
          const hasChanged = await updateIfDifferent(context, savepoint, identity, property_id, parsed.data)
          return { row, external_id, property_id, outcome: hasChanged ? 'updated' : 'unchanged' }
        }
        const created = await createProperty(savepoint, context.config.quotas, identity, newProperty.parse(fields))
        await queries.properties.upsertExternalId(savepoint, { owner_id, external_id, property_id: created })
        return { row, external_id, property_id: isTrial ? null : created, outcome: 'created' }
      })
      await made.then(
        (home) => void done.push(home),
        (error: unknown) => report.addRefusal(each, error),
      )
    }
    return done
  }
  const homes = await allOrNothing({ isTrial, report }, work, (each) => transaction(context.db, each))
  const count = (outcome: ImportedHome['outcome']) => homes.filter((home) => home.outcome === outcome).length
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') }
  return { rows: rows.length, ...counts, homes, report }
}
