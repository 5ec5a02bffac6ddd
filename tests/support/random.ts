/** The seed of randomised tests and benchmarks: `SEED=… npx vitest run …` repeats a run whose seed was printed. */
export const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)

export interface Random {
  /** An integer from 0 to `limit`, exclusive. */
  below(limit: number): number
  pick<T>(values: readonly T[]): T
}

/** The same choices for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    pick(values) {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
  }
}
