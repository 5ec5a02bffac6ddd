import { expect, inject, test } from 'vitest'
import { DatabaseHeartbeat } from '../../../src/operations/health/heartbeat.ts'
import { warnOfSecrets } from '../../../src/operations/health/own-database.ts'
import { connect } from '../../../src/platform/db/client.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'

const NAMES = ['pg_control_system()', 'pg_current_wal_lsn()', 'pg_postmaster_start_time()']

test('a database that says nothing of itself is used, and what is lost by that is said', async () => {
  const admin = connect(inject('databaseUrl').replace('DATABASE', 'postgres'), { max: 1 })
  const url = new URL(inject('databaseUrl').replace('DATABASE', 'secretive'))
  url.username = 'tenant'
  await admin`create role tenant login`
  await admin`create database secretive owner tenant`
  const inside = connect(inject('databaseUrl').replace('DATABASE', 'secretive'), { max: 1 })
  const db = connect(url.href, { max: 2 })
  try {
    for (const name of NAMES) await inside.unsafe(`revoke execute on function ${name} from public`)
    await migrate(url.href)
    const told: string[] = []
    await warnOfSecrets(db, (text) => told.push(text))
    expect(told).toEqual(NAMES.map((name) => expect.stringContaining(`does not let this role call ${name}.`)))
    const heart = new DatabaseHeartbeat(db, { debug() {}, info() {}, warn() {}, error() {} })
    const beats: boolean[] = []
    for (let beat = 0; beat < 3; beat++) beats.push(await heart.beat())
    // No loss is found, and none is made up.
    expect(beats).toEqual([false, false, false])
    const [own] = await db`select database_identity() as id, beats > 0 as beat, epoch from installation`
    expect(own).toEqual({ id: expect.stringMatching(/^0\.\d+\.0$/), beat: true, epoch: 1 })
    // An ordinary database causes no warning.
    told.length = 0
    await warnOfSecrets(inside, (text) => told.push(text))
    expect(told).toEqual([])
  } finally {
    await db.end()
    await inside.end()
    await admin`drop database secretive with (force)`
    await admin`drop role tenant`
    await admin.end()
  }
})
