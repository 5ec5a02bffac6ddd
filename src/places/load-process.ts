/** The process that loads the places of a new database (src/places/load.ts). */
import { loadDatabaseConfig } from '../config.ts'
import { connect } from '../db/client.ts'
import { loadPlaces } from './load.ts'

const { databaseUrl = '', databaseCa } = loadDatabaseConfig(process.env)
const db = connect(databaseUrl, { max: 2, ca: databaseCa, patient: true, applicationName: 'sejour-places' })
try {
  await loadPlaces(db)
} finally {
  await db.end()
}
