/** Access to an account that outlasts a new password: addresses of webhook endpoints and names of API keys. */
export interface RemainingAccess {
  endpoints: string[]
  keys: string[]
}
