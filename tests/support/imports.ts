import type { TestApp, TestUser } from './app.ts'

/** Sends a file of CSV, as its lines. */
export const importFile = (
  t: Pick<TestApp, 'call'>,
  user: TestUser | undefined,
  what: 'properties' | 'calendar' | 'reservations',
  lines: string[],
  { isTrial = false, locale }: { isTrial?: boolean; locale?: 'fr' | 'en' } = {},
) =>
  t.call('POST', `/imports/${what}${isTrial ? '?dry_run=true' : ''}`, lines.join('\r\n'), {
    ...(user && { token: user.token }),
    ...(locale && { locale }),
    headers: { 'content-type': 'text/csv' },
  })

/** The problems of an answer, as row, column and code. */
export const problemsIn = (data: { problems: { row: number; column: string | null; code: string }[] }) =>
  data.problems.map(({ row, column, code }) => [row, column, code])
