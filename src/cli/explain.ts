import type { Queryable } from '../platform/db/client.ts'

/**
 * The plan of a statement, prepared as the service does. With values the statement is run; without, the plan is the one for any values.
 * @param tx a transaction, in which the plan cache is set.
 * @param values those of the parameters in their order, as texts; undefined: any.
 */
export async function explainPrepared(tx: Queryable, text: string, values: (string | undefined)[]): Promise<string> {
  const isGeneric = values.includes(undefined)
  const given = values.map((value) => (value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`))
  await tx`select set_config('plan_cache_mode', ${isGeneric ? 'force_generic_plan' : 'force_custom_plan'}, true)`
  await tx.unsafe(`prepare shape as ${text}`)
  const plan = await tx.unsafe<{ 'QUERY PLAN': string }[]>(
    `explain ${isGeneric ? '' : '(analyze, buffers) '}execute shape ${given.length > 0 ? `(${given.join(', ')})` : ''}`,
  )
  await tx`deallocate shape`
  return plan.map((row) => row['QUERY PLAN']).join('\n')
}
