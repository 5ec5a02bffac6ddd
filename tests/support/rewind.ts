import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { connect } from '../../src/platform/db/client.ts'
import type { TestServer } from './database.ts'

/** Makes a server lose what is committed after a moment, as a failed primary does whose standby was behind. */
export interface Rewinding {
  /** Keeps the server as it is now. */
  keep(): Promise<void>
  /** Goes back to what was kept; `promoted`: as a standby that becomes the primary, with a timeline of its own. */
  rewind(promoted: boolean): Promise<void>
}

/** @param server one with `wal_level=replica`, as every standby needs. */
export function rewinding(server: TestServer): Rewinding {
  const data = path.join(server.folder, 'data')
  const kept = path.join(server.folder, 'kept')
  // As the owner of the files, which PostgreSQL insists on.
  const copy = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['-a', from, to])
  }
  return {
    async keep() {
      await server.stop()
      copy(data, kept)
      await server.restart()
    },
    async rewind(promoted) {
      await server.stop()
      copy(kept, data)
      // Only that it is there counts, and that it is PostgreSQL's.
      if (promoted) copy(path.join(data, 'PG_VERSION'), path.join(data, 'standby.signal'))
      await server.restart()
      if (!promoted) return
      const admin = connect(server.url.replace('/DATABASE', '/postgres'), { max: 1 })
      await admin`select pg_promote()`
      await admin.end()
    },
  }
}
