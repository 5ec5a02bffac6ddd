import { earlierSecrets, secret, type Values } from '../../platform/lib/environment.ts'

export const registerVariables = {
  REGISTER_KEY: secret.optional(),
  REGISTER_PREVIOUS_KEYS: earlierSecrets.default([]),
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
