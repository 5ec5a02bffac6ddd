import { z } from 'zod'
import type { Context } from '../context.ts'
import { shownUrl } from './fields.ts'

/** Somebody as others see them: beside a stay, a message, a review, a home. */
export const person = z
  .object({ id: z.int(), first_name: z.string().nullable(), avatar: shownUrl.nullable() })
  .meta({ id: 'Person', description: 'An erased account has no name' })

/** Somebody by name only. */
export const namedPerson = z
  .object({ id: z.int(), first_name: z.string().nullable().meta({ example: 'Camille' }) })
  .meta({ id: 'NamedPerson', description: 'An erased account has no name' })

interface Row {
  id: number
  /** Empty for an erased account. */
  first_name: string
  avatar: string | null
}

/** A person in the format of the API, with the address of the picture. Pure. */
export const showPerson = (
  context: Pick<Context, 'fileUrl'>,
  { id, first_name, avatar }: Row,
): z.infer<typeof person> => ({
  id,
  first_name: first_name || null,
  avatar: avatar && context.fileUrl(avatar),
})
