import { type Queryable, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Brand } from '../../platform/http/brand.ts'
import { AppError } from '../../platform/http/errors.ts'
import { encodeImage } from '../../platform/storage/images.ts'
import type { AccountsContext } from '../context.ts'
import { countOfDay, countPixels } from '../quotas/quotas.ts'
import type { CompanyChange } from './schemas.ts'

/** The longest side of a logo, in pixels. */
const LOGO_EDGE = 512

/** Makes a picture the logo of a company, as its page shows it. @throws AppError 400 on `logo`. */
export const encodeLogo = (picture: Parameters<typeof encodeImage>[0]) => encodeImage(picture, LOGO_EDGE, 'logo')

type Row = NonNullable<Awaited<ReturnType<typeof queries.company.find>>>

const brandOfRow = (context: Pick<AccountsContext, 'fileUrl'>, { logo, ...row }: Row): Brand => ({
  ...row,
  logo_url: logo && context.fileUrl(logo),
})

/** The company of an account. Undefined: it has none. */
export async function findCompany(
  context: Pick<AccountsContext, 'fileUrl'>,
  db: Queryable,
  owner_id: number,
): Promise<Brand | undefined> {
  const row = await queries.company.find(db, { owner_id })
  return row && brandOfRow(context, row)
}

/** Deletes the company of an account: guests read the name of the installation again. @throws AppError 404 without one. */
export async function deleteCompany({ db, storage }: AccountsContext, user_id: number): Promise<void> {
  const deleted = await transaction(db, (tx) => queries.company.erase(tx, { user_id }))
  if (!deleted) throw new AppError('notFound')
  if (deleted.logo) await storage.remove(deleted.logo)
}

/**
 * Replaces the company of an account. Its logo stays unless another one, or none, is sent.
 * @throws AppError 400 on `logo`, 404 for an erased account, 429 after the pictures of a day, 503 or 507.
 */
export async function changeCompany(
  context: AccountsContext,
  owner_id: number,
  { logo, name, colour = null, site = null, reply_to = null, legal = null }: CompanyChange,
): Promise<Brand> {
  const limit = context.config.quotas.picturesPerDay
  if (logo) await countOfDay(context.db, 'pictures', owner_id, { limit })
  const image = logo && (await encodeLogo(logo))
  if (image) await countPixels(context.db, owner_id, { limit, pixels: image.source_pixels })
  const stored = image && (await context.storage.save('companies', image.content, 'webp'))
  try {
    const { before, after } = await transaction(context.db, async (tx) => {
      // A company that does not exist yet cannot be locked.
      if (!(await queries.auth.lockUser(tx, { user_id: owner_id }))) throw new AppError('notFound')
      const before = (await queries.company.lock(tx, { owner_id }))?.logo ?? null
      const kept = logo === null ? null : (stored ?? before)
      return {
        before,
        after: await queries.company.upsert(tx, { owner_id, name, logo: kept, colour, site, reply_to, legal }),
      }
    })
    if (logo !== undefined && before) await context.storage.remove(before)
    return brandOfRow(context, after)
  } catch (error) {
    if (stored) await context.storage.discard(stored, error)
    throw error
  }
}
