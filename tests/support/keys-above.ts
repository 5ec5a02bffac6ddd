import type { Database } from '../../src/platform/db/client.ts'

/** Has all sequences go on above 2^31, each from another number. */
export const raiseSequences = async (db: Database): Promise<void> =>
  void (await db`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, 2147483648 + 1000 * row_number() over (order by sequencename))
    from pg_sequences where schemaname = 'public'`)
