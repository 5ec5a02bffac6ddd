import { vi } from 'vitest'

// The configuration has a limit for `expect.poll` and none for this: a second is too little on a machine with other work.
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 20_000, ...options })
