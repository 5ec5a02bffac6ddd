import type { queries } from '../../platform/db/queries.ts'
import { isAddressSigned, type Secrets, signAddress } from '../../platform/lib/signature.ts'
import type { HostingContext } from '../context.ts'
import { storedPictures, type Task } from './schemas.ts'

/** Purpose of the signature of addresses of pictures. */
const PURPOSE = 'pictures of tasks'

export type TaskRow = Awaited<ReturnType<typeof queries.tasks.list>>[number]

interface PictureOfTask {
  task_id: number
  picture_id: number
}

const addressed = ({ task_id, picture_id }: PictureOfTask, expires: number) => ({
  purpose: PURPOSE,
  text: `${task_id} ${picture_id}`,
  expires,
})

/** True if this service has signed the address of a picture. Pure. */
export const isSignedPicture = (config: Secrets, of: PictureOfTask, expires: number, signature: string): boolean =>
  isAddressSigned(config, addressed(of, expires), signature)

/** The address of a picture without a token, until `expires` (seconds since 1970, UTC). */
function pictureUrl(context: HostingContext, of: PictureOfTask, expires: number): string {
  const address = context.addressOf('readTaskPicture', { id: of.task_id, picture_id: of.picture_id })
  return signAddress(context.config, addressed(of, expires), address)
}

/** A task in the format of the API. @throws ZodError for what is no row of a task */
export function showTask(context: HostingContext, row: TaskRow): Task {
  const { title, city, address, check_in_time, check_out_time, assignee_id, first_name, pictures, pictures_until } = row
  const { arrives_on, people, total: _total, ...rest } = row
  return {
    ...rest,
    property: {
      title,
      city,
      address,
      check_in_time: check_in_time.slice(0, 5),
      check_out_time: check_out_time.slice(0, 5),
    },
    assignee: assignee_id === null ? null : { id: assignee_id, first_name: first_name || null },
    pictures: storedPictures
      .parse(pictures ?? [])
      .map((one) => ({ ...one, url: pictureUrl(context, { task_id: row.id, picture_id: one.id }, pictures_until) })),
    next_arrival: arrives_on === null ? null : { day: arrives_on, guests: people },
  }
}
