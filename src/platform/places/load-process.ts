/** The process that loads the places of a new database, or the part of them that is named (src/platform/places/load.ts). */

import { connect } from '../db/client.ts'
import { loadDatabaseConfig } from '../db/config.ts'
import { loadPlaces } from './load.ts'

const { databaseUrl = '', databaseCa } = loadDatabaseConfig(process.env)
const db = connect(databaseUrl, { max: 2, ca: databaseCa, patient: true, applicationName: 'sejour-places' })
try {
  await loadPlaces(db, { part: process.argv[2] === 'first' ? 'first' : 'all' })
} finally {
  await db.end()
}
