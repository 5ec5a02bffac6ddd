import { list, text, type Values } from '../../platform/lib/environment.ts'

export const registerVariables = {
  REGISTER_KEY: text.min(32, 'must have at least 32 characters').optional(),
  REGISTER_PREVIOUS_KEYS: list.default([]),
}

export interface RegisterConfig {
  /** The key that encrypts travellers; undefined: one that is derived from the secret of tokens. */
  registerKey: string | undefined
  /** Keys that still open what they have encrypted. */
  registerPreviousKeys: string[]
}

export const registerConfig = (e: Values<typeof registerVariables>): RegisterConfig => ({
  registerKey: e.REGISTER_KEY,
  registerPreviousKeys: e.REGISTER_PREVIOUS_KEYS,
})
