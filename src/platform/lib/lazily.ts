/** Value created at its first use, such as the client of a package that a start does not read. */
export interface Lazy<T> {
  get(): Promise<T>
  /** Ends it, unless nobody has used it. */
  end(end: (made: T) => unknown): Promise<void>
}

export function lazily<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined
  return {
    get() {
      made ??= make()
      return made
    },
    async end(end) {
      if (made) await end(await made)
    },
  }
}
