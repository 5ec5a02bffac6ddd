/** Reads a stream as text. @throws the error of `tooLarge` when it has more than `maxBytes`. */
export async function readText(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
