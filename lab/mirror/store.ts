import { DatabaseSync } from 'node:sqlite'

/** Parts of a copy. A night has its home and its day as id. */
export type Kind = 'stay' | 'payment' | 'night'

export interface Row {
  kind: Kind
  id: string
  home: string | null
  /** undefined: it is gone. */
  data: object | undefined
}

/** A copy on disk. What is changed in one call is there as a whole, or not at all, whenever the program is killed. */
export function openStore(file: string) {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec(`
    pragma journal_mode = wal;
    create table if not exists rows (kind text, id text, home text, data text not null, primary key (kind, id));
    create table if not exists state (name text primary key, value text not null);
    create table if not exists deliveries (id text primary key, content text not null, times integer not null, differs integer not null);
  `)
  const upsert = db.prepare('insert or replace into rows (kind, id, home, data) values (?, ?, ?, ?)')
  const remove = db.prepare('delete from rows where kind = ? and id = ?')
  const setState = db.prepare('insert or replace into state (name, value) values (?, ?)')
  const getState = db.prepare('select value from state where name = ?')
  const addDelivery = db.prepare(`
    insert into deliveries (id, content, times, differs) values (?, ?, 1, 0)
    on conflict (id) do update set times = times + 1, differs = differs + (content <> excluded.content)`)

  function atOnce(work: () => void): void {
    db.exec('begin immediate')
    try {
      work()
      db.exec('commit')
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }

  function write(rows: Iterable<Row>): void {
    for (const { kind, id, home, data } of rows) {
      if (data === undefined) remove.run(kind, id)
      else upsert.run(kind, id, home, JSON.stringify(data))
    }
  }

  function state(name: string): string | undefined {
    const value = getState.get(name)?.value
    return typeof value === 'string' ? value : undefined
  }

  /** Counts something that happens. */
  const count = (name: string): void => void setState.run(name, String(Number(state(name) ?? 0) + 1))

  return {
    state,
    /** Begins the copy anew: nothing is left of what was before. */
    replace(rows: Iterable<Row>, cursor: string): void {
      atOnce(() => {
        db.exec('delete from rows')
        write(rows)
        setState.run('cursor', cursor)
        count('fills')
      })
    },
    /** Applies a page of the feed. @param behind how long ago the oldest event of it happened, in seconds */
    apply(rows: Iterable<Row>, cursor: string, behind: number): void {
      atOnce(() => {
        write(rows)
        setState.run('cursor', cursor)
        if (behind > Number(state('behind') ?? 0)) setState.run('behind', String(behind))
      })
    },
    /** Forgets where the feed was. */
    lose(): void {
      db.exec(`delete from state where name = 'cursor'`)
    },
    /** Takes a delivery, which may come more than once. @param content what has to be the same each time */
    deliver: (id: string, content: string): void => void addDelivery.run(id, content),
  }
}

export type Store = ReturnType<typeof openStore>
