import { z } from 'zod'
import { findForCompany } from '../../bookings/states/parties.ts'
import { type Queryable, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import { sealedRows } from '../../platform/schema/sealed-rows.ts'
import type { HostingContext } from '../context.ts'
import type { newAccessCode } from './schemas.ts'

const codes = sealedRows('access_codes', 'access codes of stays')

const secret = z.object({ code: z.string(), note: z.string().nullable() })
type Secret = z.infer<typeof secret>

/** The code of a stay with its note, as its row has it. */
export const sealCode = (db: Queryable, config: Secrets, reservation_id: number, shown: Secret): Promise<Buffer> =>
  codes.seal(db, config, reservation_id, Buffer.from(JSON.stringify(shown)))

/** Decrypts the code of a stay with its note. undefined: the secret that sealed it was removed from the configuration, or it is of another stay. */
export function openCode(config: Secrets, reservation_id: number, sealed: Uint8Array): Secret | undefined {
  try {
    return secret.parse(JSON.parse(codes.open(config, reservation_id, sealed).toString()))
  } catch {
    return undefined
  }
}

/**
 * Sets the code of the door for a stay, in place of an earlier one.
 * @throws AppError 403 the guest, 404, 409 a stay that is not confirmed or is over, or is not at the home or does
 * not begin on the day that the caller expects.
 */
export async function setCode(
  context: HostingContext,
  identity: Identity,
  reservation_id: number,
  { code, note, ...wanted }: z.output<typeof newAccessCode>,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await findForCompany(tx, identity, reservation_id)
    const sealed = await sealCode(tx, context.config, reservation_id, { code, note })
    if (await queries.states.upsertAccessCode(tx, { reservation_id, sealed, ...wanted })) return
    const stay = await queries.states.findParties(tx, { reservation_id })
    const { property_id = stay?.property_id, check_in = stay?.check_in } = wanted
    const isElsewhere = property_id !== stay?.property_id || check_in !== stay?.check_in
    throw new AppError(isElsewhere ? 'conflict' : 'illegalMove')
  })
}

/** Deletes the code of a stay. @throws AppError 403 the guest, 404 also where there is none. */
export async function deleteCode(context: HostingContext, identity: Identity, reservation_id: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    await findForCompany(tx, identity, reservation_id)
    if (!(await queries.states.deleteAccessCode(tx, { reservation_id }))) throw new AppError('notFound')
  })
}
