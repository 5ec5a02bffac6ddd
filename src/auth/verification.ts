import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Queryable, Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import type { Locale } from '../messages.ts'
import { createCode, createLinkSecret, hashCode, hashSecret } from './passwords.ts'

interface Account {
  id: number
  email: string
  first_name: string
  locale: Locale
}

/** Makes a fresh link and code and enqueues their mail, in the caller's transaction. */
export async function sendVerification(app: FastifyInstance, tx: Transaction, account: Account): Promise<void> {
  const link = createLinkSecret()
  const code = createCode(account.id)
  await queries.auth.startVerification(tx, { user_id: account.id, token_hash: link.hash, code_hash: code.hash })
  await app.jobs.enqueue(tx, 'mail.send', {
    to: account.email,
    locale: account.locale,
    content: {
      template: 'verification',
      first_name: account.first_name,
      link: `${app.publicUrl}/api/v1/auth/verify-email?token=${link.secret}`,
      code: code.code,
    },
  })
}

export type Proof = { token: string } | { email: string; code: string }

/** Verifies the address behind a link's token, or a code; false when it is wrong, used or too old. */
export async function verifyAddress(db: Queryable, proof: Proof): Promise<boolean> {
  if ('token' in proof) {
    return (await queries.auth.verifyByToken(db, { token_hash: hashSecret(proof.token) })).length > 0
  }
  const [attempt] = await queries.auth.countCodeAttempt(db, { email: proof.email })
  if (!attempt || !timingSafeEqual(attempt.code_hash, hashCode(attempt.user_id, proof.code))) return false
  return (await queries.auth.verifyByToken(db, { token_hash: attempt.token_hash })).length > 0
}
