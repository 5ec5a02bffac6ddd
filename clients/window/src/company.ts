import type { Me, Schemas } from './client.ts'
import { storage } from './client.ts'
import { page } from './page.ts'
import { settings } from './settings.ts'

export type Scope = Schemas['TeamMembership']['scopes'][number]

/** An account with homes: one's own, or that of a team. */
export interface Company {
  id: number
  name: string
  /** null: one's own account, which may do everything. */
  role: Schemas['TeamMembership']['role'] | null
  scopes: readonly Scope[] | null
}

const CHOSEN = 'sejour-company'

/** The companies that somebody can work for, their own first. Pure. */
export function companiesOf({ id, first_name, role, teams }: Me): Company[] {
  if (!settings.office) return []
  const own: Company[] = role === 'owner' ? [{ id, name: first_name, role: null, scopes: null }] : []
  return [
    ...own,
    ...teams.map((team) => ({
      id: team.account.id,
      name: team.account.first_name ?? String(team.account.id),
      role: team.role,
      scopes: team.scopes,
    })),
  ]
}

/** The company that the back office shows; undefined: there is none. */
export function company(): Company | undefined {
  if (!page.me) return undefined
  const companies = companiesOf(page.me)
  const chosen = storage.getItem(CHOSEN)
  return companies.find(({ id }) => String(id) === chosen) ?? companies[0]
}

/** Works for another company from now on, with a new page: everything that was read is about the present one. */
export function chooseCompany(id: number, path: string): void {
  storage.setItem(CHOSEN, String(id))
  location.assign(path)
}

/** True if the role for the present company has a scope; the staff of the installation needs none. */
export function can(scope: Scope): boolean {
  const scopes = company()?.scopes
  return scopes === null || scopes === undefined || scopes.includes(scope)
}

/** The screens of the back office that are in the head. */
type Place = 'today' | 'plan' | 'stays' | 'conversations' | 'month' | 'tasks' | 'net'

/** The screens of the back office for a role, the first one first. Pure. */
export function placesOf({ role }: Company): readonly [Place, ...Place[]] {
  switch (role) {
    case 'cleaner':
      return ['tasks']
    case 'owner':
      return ['net']
    case 'accountant':
      return ['month', 'plan', 'stays']
    case 'desk':
      return ['today', 'plan', 'stays', 'conversations', 'tasks']
    default:
      return ['today', 'plan', 'stays', 'conversations', 'tasks', 'month']
  }
}

/** The address of the first screen of a company. Pure. */
export const startOf = (one: Company): string => `/${placesOf(one)[0]}`
