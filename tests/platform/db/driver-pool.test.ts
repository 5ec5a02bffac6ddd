/** The places of postgres.js that `patches/` changes for its pools: each test fails without one of them (docs/decisions/0014-a-patch-of-the-database-driver.md). */
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'

const url = inject('databaseUrl').replace('/DATABASE', '/postgres')

test('the types are read once by all connections of a pool, and anew when one of them has ended', async () => {
  const reads: number[] = []
  const pool = postgres(url, {
    max: 4,
    backoff: () => 0,
    debug: (connection, text) => void (text.includes('typarray') && reads.push(connection)),
  })
  const all = () =>
    Promise.all(
      [1, 2, 3, 4].map(() => pool.begin((sql) => sql`select array[date '2027-03-01'] as days, pg_sleep(0.01)`)),
    )
  await pool`select 1`
  for (const [row] of await all()) expect(row?.days).toEqual([new Date('2027-03-01')])
  expect(reads).toHaveLength(1)
  await pool`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined)
  for (const [row] of await all()) expect(row?.days).toEqual([new Date('2027-03-01')])
  expect(reads.length).toBeGreaterThan(1)
  await pool.end()
})

test('statements one after the other use the session that was used last, however many are open', async () => {
  const sql = postgres(url, { ssl: false, max: 5 })
  const opened = await Promise.all(Array.from({ length: 5 }, () => sql`select pg_backend_pid() as pid, pg_sleep(0.05)`))
  expect(new Set(opened.map(([row]) => row?.pid)).size).toBe(5)
  const sessions = new Set<number>()
  for (let i = 0; i < 10; i++) {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    sessions.add(row?.pid ?? 0)
    await sql.begin(async (tx) => {
      const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      sessions.add(own?.pid ?? 0)
    })
    const reserved = await sql.reserve()
    const [kept] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`
    sessions.add(kept?.pid ?? 0)
    reserved.release()
  }
  await sql.end()
  expect(sessions.size).toBe(1)
})
