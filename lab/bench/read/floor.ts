/** The baseline of the read: bare Fastify and postgres with the SQL of 449a785, in its own process. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import postgres from 'postgres'
import { compileStatement } from '../../../src/platform/db/query.ts'

const { text, names } = compileStatement(readFileSync(path.join(import.meta.dirname, 'find.sql'), 'utf8'))
const sql = postgres(process.env.DATABASE_URL ?? '', { max: 10 })
const app = Fastify()
app.get<{ Params: { id: string } }>('/:id', async (request) => {
  const params: Record<string, unknown> = { property_id: request.params.id, is_staff: false }
  const values = names.map((name) => params[name] ?? null)
  const [row] = await sql.unsafe(text, values as never[], { prepare: true })
  return { success: true, message: 'ok', data: row }
})
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
