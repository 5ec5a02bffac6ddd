import { REFRESH_WINDOW_SECONDS, TOKEN_LIFE_SECONDS } from '../../platform/plugins/authentication.ts'

/** How long a token can be refreshed after it was issued. */
export const SESSION_SECONDS = TOKEN_LIFE_SECONDS + REFRESH_WINDOW_SECONDS
