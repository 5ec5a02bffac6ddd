/** Cost of any service with a database: bare Fastify, which asks PostgreSQL for one number. */
import Fastify from 'fastify'
import postgres from 'postgres'

const db = postgres(process.env.DATABASE_URL ?? '', { max: 10 })
const app = Fastify()
app.get('/', async () => (await db`select 1 as one`)[0])
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
