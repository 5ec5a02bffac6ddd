import { createLimiter } from '../../platform/http/limiter.ts'
import { runInThread } from '../../platform/lib/thread.ts'
import type { MoneyContext } from '../context.ts'
import type { IssuedDocument } from './document.ts'

const LIMITS = { ms: 30_000, megabytes: 256 }
const MAX_WAITING = 40

const limited = createLimiter(1, MAX_WAITING)
/** The PDFs that are being made, by the service and the name of the file. */
const inTheMaking = new WeakMap<MoneyContext, Map<string, Promise<void>>>()

/**
 * The name of the stored PDF of a document. It is made when it is first asked for, in a thread, one at a time; a document
 * never changes.
 * @throws AppError 503 when too many wait or files cannot be reached, 507 without room for it.
 */
export async function documentFile(context: MoneyContext, key: string, document: IssuedDocument): Promise<string> {
  const name = `documents/${key}.pdf`
  const { files } = context.storage
  if (await files.facts(name)) return name
  const making = inTheMaking.get(context) ?? new Map<string, Promise<void>>()
  inTheMaking.set(context, making)
  const made = making.get(name) ?? make(context, name, document).finally(() => making.delete(name))
  making.set(name, made)
  await made
  return name
}

async function make(context: MoneyContext, name: string, document: IssuedDocument): Promise<void> {
  await context.storage.files.write(name, await pdfOf(document))
}

/** A document as PDF, which is not stored. @throws AppError 503 when too many wait. */
export function pdfOf(document: IssuedDocument): Promise<Uint8Array> {
  const module = new URL('./pdf-worker.ts', import.meta.url)
  return limited(() => runInThread<Uint8Array>(module, document, LIMITS))
}
