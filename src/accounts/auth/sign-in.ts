import { REFRESH_WINDOW_SECONDS, TOKEN_LIFE_SECONDS } from '../../platform/plugins/tokens.ts'

/** Time after its issue in which a token can be refreshed. */
export const SESSION_SECONDS = TOKEN_LIFE_SECONDS + REFRESH_WINDOW_SECONDS
