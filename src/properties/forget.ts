import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'

/** Archives the homes of an owner, in the transaction that erases the account. Returns the files that are to be removed. */
export async function forgetHomes(_app: FastifyInstance, tx: Transaction, user_id: number): Promise<string[]> {
  const photos = await queries.properties.forgetHomes(tx, { user_id })
  return photos.map(({ path }) => path)
}
