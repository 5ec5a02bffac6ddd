/** The baseline of the read benchmark: bare Fastify and postgres with the same SQL, in its own process. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import postgres from 'postgres'
import { compileStatement } from '../src/db/query.ts'

const source = readFileSync(path.resolve(import.meta.dirname, '../sql/properties/find.sql'), 'utf8')
const { text, names } = compileStatement(source)
const sql = postgres(process.env.DATABASE_URL ?? '', { max: 10 })
const app = Fastify()
app.get<{ Params: { id: string } }>('/:id', async (request) => {
  const values = names.map((name) => (name === 'property_id' ? request.params.id : null))
  const [row] = await sql.unsafe(text, values, { prepare: true })
  return { success: true, message: 'ok', data: row }
})
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
