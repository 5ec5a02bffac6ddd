import { api, sejour } from '../client.ts'
import { company } from '../company.ts'
import { page } from '../page.ts'

const clients = new Map<number, typeof api>()

/** The API for the company that is shown: oneself, or an account in whose team one is. */
export function office(): typeof api {
  const id = company()?.id
  if (id === undefined || id === page.me?.id) return api
  const client = clients.get(id) ?? sejour.actingFor(id)
  clients.set(id, client)
  return client
}
