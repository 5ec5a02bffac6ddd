import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Arrival at homes, and codes of doors. */

export type Caller = { token: string; headers?: Record<string, string> }

export const ARRIVAL = {
  reveal_hours: 48,
  wifi: { name: 'Cabanon', password: 'calanques13' },
  texts: {
    fr: { way: 'Prenez le bus 83.', door: 'Le portail bleu.', contact: 'Martin' },
    en: { way: 'Take bus 83.' },
  },
}

export async function describeArrival(t: TestApp, owner: Caller, home: string, changes: object = {}): Promise<void> {
  const { status } = await t.call('PUT', `/properties/${home}/arrival`, { ...ARRIVAL, ...changes }, owner)
  expect(status).toBe(200)
}

export const arrivalOf = (t: TestApp, caller: Caller, id: number, locale: 'fr' | 'en' = 'fr') =>
  t.call('GET', `/reservations/${id}/arrival`, undefined, { ...caller, locale })

export const setCode = (t: TestApp, caller: Caller, id: number, body: object = { code: '4711#' }) =>
  t.call('PUT', `/reservations/${id}/access-code`, body, caller)

export const decide = (t: TestApp, caller: Caller, id: number, access: string) =>
  t.call('PATCH', `/reservations/${id}/arrival`, { access }, caller)
