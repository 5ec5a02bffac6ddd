import { describe, expect } from 'vitest'
import { documentSchema } from '../../../src/platform/openapi/document.ts'
import { AUDIENCES } from '../../../src/reference/texts/audiences.ts'
import { type TestApp, test } from '../../support/app.ts'

const ask = (t: TestApp, url: string) => t.app.inject({ method: 'GET', url, headers: { host: 'sejour.test' } })

async function operationsFor(t: TestApp, query: string): Promise<string[]> {
  const { paths } = documentSchema.parse((await ask(t, `/openapi.json${query}`)).json())
  return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId = '' }) => operationId))
}

const names = Object.keys(AUDIENCES)

describe('the document of an audience', () => {
  test('has what it needs, and every operation has an audience', async ({ t }) => {
    const all = await operationsFor(t, '')
    const each = await Promise.all(names.map((name) => operationsFor(t, `?audience=${name}`)))
    expect([...new Set(each.flat())].toSorted()).toEqual(all.toSorted())
    const [company, guest, developer, installation, specification] = each
    expect(company).toEqual(expect.arrayContaining(['getCompany', 'listReservations', 'login', 'listTasks']))
    expect(guest).toEqual(
      expect.arrayContaining(['createReservation', 'showStayPage', 'searchProperties', 'listReservations']),
    )
    expect(developer).toEqual(expect.arrayContaining(['listEvents', 'createApiKey', 'searchProperties']))
    expect(installation).toEqual(expect.arrayContaining(['checkReadiness', 'createPolicy']))
    expect(specification).toEqual(expect.arrayContaining(['greet', 'tellGuestOfCancellation']))
    expect(guest).not.toContain('listTasks')
    expect(company).not.toContain('createPolicy')
  })

  for (const name of names)
    test(`is whole: ${name}`, async ({ t }) => {
      const { body } = await ask(t, `/openapi.json?audience=${name}`)
      const document = documentSchema.parse(JSON.parse(body))
      const missing = [...body.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].filter(
        ([, part = '', component = '']) =>
          (document.components[part] as object | undefined)?.[component as never] === undefined,
      )
      expect(missing).toEqual([])
      const tags = new Set(
        Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags ?? [])),
      )
      expect(document.tags.map((tag) => tag.name).toSorted()).toEqual([...tags].toSorted())
    })

  test('that nobody knows is refused, by its field', async ({ t }) => {
    for (const path of ['/openapi.json', '/docs']) {
      const answer = await ask(t, `${path}?audience=everybody`)
      expect([answer.statusCode, answer.json().errors]).toMatchObject([400, { audience: [expect.anything()] }])
    }
  })
})

describe('the page', () => {
  test('leads to the page of each audience, which has its operations alone', async ({ t }) => {
    const page = (await ask(t, '/docs')).body
    for (const name of names) expect(page).toContain(`href="/docs?audience=${name}"`)
    const forGuests = (await ask(t, '/docs?audience=guest')).body
    expect(forGuests).toContain('id="createReservation"')
    expect(forGuests).not.toContain('id="listTasks"')
    expect(forGuests).toContain(
      '<a href="/docs?audience=guest" title="Guests, signed in or by the link of their stay, and visitors" aria-current="page">',
    )
  })

  test('folds what only front ends of the specification need', async ({ t }) => {
    const page = (await ask(t, '/docs')).body
    const folded = page
      .split('<details class="folded">')
      .slice(1)
      .map((part) => part.split('</section>')[0])
    expect(folded.join()).toContain('id="tellGuestOfCancellation"')
    expect(folded.join()).not.toContain('id="listNotifications"')
    expect((await ask(t, '/docs?audience=specification')).body).not.toContain('<details class="folded">')
  })
})
