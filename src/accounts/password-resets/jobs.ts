import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { createCode } from '../auth/passwords.ts'
import { countMail } from '../auth/throttle.ts'
import type { AccountsContext } from '../context.ts'

/** Mails a code to the account of an address, if it exists. */
export const startPasswordReset = defineJob({
  name: 'password-resets.start',
  payload: z.object({ email: z.string() }),
  urgent: true,
  async run(context: AccountsContext, { email }) {
    await transaction(context.db, async (tx) => {
      const user = await queries.auth.findForReset(tx, { email })
      if (!user) return
      if ((await countMail(tx, 'reset', user.email)) > 0) return
      const { code, hash } = createCode(user.id)
      await queries.auth.upsertReset(tx, { user_id: user.id, code_hash: hash })
      await context.mail.enqueue(tx, {
        to: user.email,
        locale: user.locale,
        content: {
          template: 'password_reset',
          code,
          link: context.frontEnd.home(),
        },
      })
    })
  },
})
