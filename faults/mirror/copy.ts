import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const rows = z.array(z.object({ kind: z.string(), id: z.string(), data: z.string() }))
const deliveries = z.array(z.object({ id: z.string(), times: z.number(), differs: z.number() }))
const state = z.array(z.object({ name: z.string(), value: z.string() }))

/** What the mirror has on disk (clients/mirror/src/store.ts). */
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

/** Changes a stay, leaves out a payment and adds a night: a comparison that says nothing of that compares nothing. */
export function breakCopy(file: string): void {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec(`
    update rows set data = json_set(data, '$.status', 'broken') where kind = 'stay' and id = (select max(id) from rows where kind = 'stay');
    delete from rows where kind = 'payment' and id = (select max(id) from rows where kind = 'payment');
    insert into rows select kind, id || '-broken', home, data from rows where kind = 'night' limit 1;
    delete from deliveries where id = (select max(id) from deliveries);
  `)
  db.close()
}
