import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { merged } from '../../platform/http/options.ts'
import { openToPages } from '../../platform/http/scopes.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { perMinute } from '../../platform/plugins/security.ts'
import { ADDRESS, MAILED_TOKEN } from '../../reference/examples/demo.ts'
import { createLinkSecret, hashPassword, hashSecret } from '../auth/passwords.ts'
import { email, emailOnly, passwordFields, samePassword } from '../auth/schemas.ts'
import { enteredCode, rememberAddress } from '../auth/throttle.ts'
import { notifyOfChange } from '../auth/undo.ts'
import { startPasswordReset } from './jobs.ts'

const tags = ['accounts']

const RESET_CODES = {
  purpose: 'reset',
  lock: queries.auth.lockResetCode,
  countWrong: queries.auth.countWrongResetCode,
} as const

/** Password reset by a 6-digit code (docs/design/api.md, "Accounts"). */
export const passwordResetRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  openToPages(app)
  app.post(
    '/password_reset/verify_email',
    merged(perMinute(20), {
      config: { silent: true },
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Request a password reset code by mail',
        description: `The response is always the same, whether or not the account exists. The mailed six-digit code is
          valid for 15 minutes and five attempts; exchange it with \`verify_code_dended\`. Limit: five such mails an
          hour per address.`,
        'x-message': 'resetSent',
        body: emailOnly,
        response: { 200: doneSchema, ...failures(400) },
      },
    }),
    async (request) => {
      // The job looks up the account, so neither the answer nor its time reveals whether it exists.
      await app.jobs.enqueue(app.db, startPasswordReset, request.body)
      return done(request)
    },
  )

  app.post(
    '/password_reset/verify_code_dended',
    merged(perMinute(30), {
      config: { silent: true },
      schema: {
        tags,
        operationId: 'verifyPasswordResetCode',
        summary: 'Exchange the mailed code for a reset token',
        description: `The code is then used. Send \`reset_token\` with the new password to \`reset_old_password\`
          within 15 minutes. A code allows five attempts, an account 15 a day. Unknown addresses, wrong codes and
          expired codes return the same 400.`,
        'x-message': 'codeAccepted',
        body: z.object({
          email: email.meta({ example: ADDRESS }),
          code: z.string().trim().min(1, 'required').max(20).meta({ example: '482913' }),
        }),
        response: {
          200: envelopeSchema(z.object({ reset_token: z.string().meta({ example: MAILED_TOKEN }) })),
          ...failures(400, 'invalidReset'),
        },
      },
    }),
    async (request) => {
      const { email: address, code } = request.body
      const { secret, hash } = createLinkSecret()
      const exchanged = await transaction(app.db, async (tx) => {
        const entered = await enteredCode(tx, RESET_CODES, { email: address, code, ip: request.ip })
        return entered && queries.auth.exchangeResetCode(tx, { ...entered, token_hash: hash })
      })
      if (!exchanged) throw new AppError('invalidReset')
      return envelope(request, { reset_token: secret })
    },
  )

  app.post(
    '/password_reset/reset_old_password',
    merged(perMinute(20), {
      config: { silent: true },
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Set a new password and revoke all tokens',
        description: `Ends all sessions, closes all sockets, unlinks external identities and voids pending links and
          codes. The address then counts as verified, and a mail announces the change. Continue with \`POST
          /auth/login\`.`,
        'x-message': 'passwordChanged',
        body: samePassword(
          z.object({
            email: email.meta({ example: ADDRESS }),
            reset_token: z.string().min(1, 'required').max(200).meta({ example: MAILED_TOKEN }),
            ...passwordFields,
          }),
        ),
        response: { 200: doneSchema, ...failures(400, 'invalidReset') },
      },
    }),
    async (request) => {
      const { email: address, reset_token, password } = request.body
      const password_hash = await hashPassword(password)
      await transaction(app.db, async (tx) => {
        const user = await queries.auth.finishReset(tx, {
          email: address,
          token_hash: hashSecret(reset_token),
          password_hash,
        })
        if (!user) throw new AppError('invalidReset')
        await queries.auth.deletePending(tx, { user_id: user.id })
        // A stranger can have opened the account with this address at a provider that does not vouch for it.
        await queries.auth.deleteIdentities(tx, { user_id: user.id })
        // The owner of the mailbox can log in from this address, even during an attack from other addresses.
        await rememberAddress(tx, user.id, request.ip)
        const remaining = await app.remainingAccess(tx, user.id)
        await notifyOfChange(app, tx, user, { template: 'password_changed', ...remaining })
        await app.bus.disconnect(tx, user.id)
      })
      return done(request)
    },
  )
}
