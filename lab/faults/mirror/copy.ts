import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const rows = z.array(z.object({ kind: z.string(), id: z.string(), data: z.string() }))
const deliveries = z.array(z.object({ id: z.string(), times: z.number(), differs: z.number() }))
const state = z.array(z.object({ name: z.string(), value: z.string() }))

/** The copy that the mirror has on disk (lab/mirror/store.ts). */
export function readCopy(file: string) {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    const all = rows.parse(db.prepare('select kind, id, data from rows').all())
    const kept = state.parse(db.prepare('select name, value from state').all())
    return {
      rows: new Map<string, unknown>(all.map(({ kind, id, data }) => [`${kind} ${id}`, JSON.parse(data)])),
      deliveries: new Map(
        deliveries.parse(db.prepare('select id, times, differs from deliveries').all()).map((one) => [one.id, one]),
      ),
      state: new Map(kept.map(({ name, value }) => [name, value])),
    }
  } finally {
    db.close()
  }
}

export type Copy = ReturnType<typeof readCopy>

/** Spoils a copy in as many ways as `SPOILT` says. @param event one that was delivered */
export function spoilCopy(file: string, event: number): void {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  const last = (kind: string) => `kind = '${kind}' and id = (select max(id) from rows where kind = '${kind}')`
  db.exec(`
    update rows set data = json_set(data, '$.status', 'spoilt') where ${last('stay')};
    update rows set data = json_set(data, '$.price', -1) where ${last('night')};
    delete from rows where ${last('payment')};
    insert into rows (kind, id, data) values ('payment', '0', '{}');
    delete from deliveries where id = 'evt_${event}';
  `)
  db.close()
}

export const SPOILT = 5
