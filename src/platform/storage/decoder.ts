/**
 * The process that decodes pictures (src/platform/storage/images.ts). Its priority is low: what other requests need goes first.
 */
import { constants, setPriority } from 'node:os'
import { z } from 'zod'
import { decodePicture, type Picture, PictureRefused } from './decode.ts'

export interface Answer {
  id: number
  pictures?: Picture[]
  refused?: PictureRefused['reason']
}

const question = z.object({ id: z.int(), bytes: z.instanceof(Uint8Array), edges: z.array(z.int()) })

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// A signal to the group, such as Ctrl-C, is for the service, which still answers open requests; its end ends this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())

process.on('message', async (message) => {
  const { id, bytes, edges } = question.parse(message)
  const answer: Omit<Answer, 'id'> = await decodePicture(bytes, edges).then(
    (pictures) => ({ pictures }),
    (error: unknown) => ({ refused: error instanceof PictureRefused ? error.reason : 'imageType' }),
  )
  process.send?.({ id, ...answer } satisfies Answer)
})
