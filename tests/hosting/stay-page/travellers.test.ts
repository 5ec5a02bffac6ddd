import { expect } from 'vitest'
import { inDays, type TestApp, test } from '../../support/app.ts'
import { reserved } from '../../support/payments.ts'
import { ADA, bookedByHand, browse, codeFor, linksOf, read, send } from '../../support/stay-page.ts'

const MARCO = {
  ...{ last_name: 'Rossi <b>', first_name: 'Marco', birth_date: '1984-05-17', birth_place: 'Torino' },
  ...{ nationality: 'IT', address: 'Via Po 12', city: 'Torino', country: 'IT', phone: '+39 011 555 0100' },
  email: 'marco@example.org',
}

const fields = (place: number, person: object) =>
  Object.fromEntries(Object.entries(person).map(([name, value]) => [`travellers.${place}.${name}`, String(value)]))

const listOf = (t: TestApp, owner: { token: string }, id: number) =>
  t.call('GET', `/reservations/${id}/guests`, undefined, owner)

test('travellers are written on the page of a stay by whoever has the link, and read with a mailed code', async ({
  t,
}) => {
  const { owner, id, link, travel } = await bookedByHand(t)
  expect((await read(t, link)).travellers).toMatchObject({ people: 2, written_at: null, kept_until: inDays(33 + 183) })
  expect((await browse(t, link)).body).toContain('asks for a list of travellers')
  const form = await browse(t, `${link}/guests`)
  expect(form.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  for (const text of [
    ...['Traveller 2', 'name="travellers.1.phone"', 'Only if you are not a national', 'Telephone (from 15 years)'],
    ...['<option value="IT">Italy</option>', 'type="date"'],
  ])
    expect(form.body).toContain(text)
  expect(form.body).not.toMatch(/<script|Traveller 3|Show the list/)
  expect((await browse(t, `${link}/guests`, 'fr')).body).toContain('>Italie</option>')

  // A problem stands at its field, and the fields keep their values.
  const { city: _, ...incomplete } = MARCO
  const refused = await send(t, link, 'guests', fields(1, incomplete))
  expect(refused.status).toBe(400)
  expect(refused.body).toMatch(
    /City[^<]*<em class="wrong">This field is required\.<\/em><input name="travellers\.0\.city"/,
  )
  expect(refused.body).toContain('value="Rossi &lt;b&gt;"')
  expect(refused.body).toContain('<option value="IT" selected>')
  for (const sent of [{}, { nationality: '' }, fields(0, { nationality: 'Italy' }), fields(0, { room: '1' })])
    expect([sent, (await send(t, link, 'guests', sent)).status]).toEqual([sent, 400])
  const three = { travellers: [{ nationality: 'FR' }, { nationality: 'FR' }, { nationality: 'FR' }] }
  expect(Object.keys((await t.call('POST', `${link}/guests`, three)).body.errors)).toEqual(['travellers'])

  // A national gives the nationality alone, whatever else the form has.
  const national = { nationality: 'FR', last_name: 'Durand', city: 'Paris' }
  const sent = await send(t, link, 'guests', { ...fields(0, MARCO), ...fields(1, national) })
  expect([sent.status, sent.headers.location]).toEqual([
    303,
    expect.stringContaining(`${link}?notice=travellers_saved`),
  ])
  expect((await listOf(t, owner, id)).body.data.travellers).toEqual([MARCO, { nationality: 'FR' }])
  expect((await browse(t, link)).body).toContain('Change the list')

  // Nobody reads it by the link alone.
  const places = [await browse(t, link), await browse(t, `${link}/guests`), await t.call('GET', `${link}/guests`)]
  expect(JSON.stringify(places.map(({ body }) => body))).not.toMatch(/Rossi|Torino/)
  expect((await t.call('POST', `${link}/guests/read`, { code: '123456' })).body.errors).toHaveProperty('code')
  const asked = await send(t, link, 'codes?for=travellers')
  expect(asked.headers.location).toContain(`${link}/guests?notice=code_sent`)
  expect((await browse(t, `${link}/guests?notice=code_sent`)).body).toContain('A code has been sent')
  const code = await codeFor(t, ADA.email)
  const reads = await Promise.all(Array.from({ length: 4 }, () => send(t, link, 'guests/read', { code })))
  expect(reads.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  const shown = reads.find(({ status }) => status === 200)?.body
  expect(shown).toContain('value="Rossi &lt;b&gt;"')
  await t.call('POST', `${link}/codes`)
  const listed = await t.call('POST', `${link}/guests/read`, { code: await codeFor(t, ADA.email) })
  expect(listed.body.data.travellers).toEqual([MARCO, { nationality: 'FR' }])
  const audit = (await t.call('GET', '/audit', undefined, owner)).body.data
  // Its company has read it once, the guest twice.
  expect(audit.filter(({ action }: { action: string }) => action === 'travellers.read')).toHaveLength(3)

  // Fellow travellers have no list.
  expect((await read(t, travel)).travellers).toBeNull()
  const key = travel.replace('?view=travel', '')
  for (const [method, path, body] of [
    ['GET', 'guests', undefined],
    ['POST', 'guests', { travellers: [{ nationality: 'FR' }] }],
    ['POST', 'guests/read', { code }],
  ] as const)
    expect((await t.call(method, `${key}/${path}`, body)).body.code).toBe('forbidden')
  expect((await send(t, key, 'guests', fields(0, national))).body).not.toContain('travellers.0')
})

test('no list is asked where nobody has read what the country asks, or the stay does not take place', async ({ t }) => {
  const { home, link } = await bookedByHand(t)
  await t.db`update properties set country_id = 'NL' where id = ${home}`
  expect((await read(t, link)).travellers).toBeNull()
  expect((await browse(t, `${link}/guests`)).body).toContain('is not known here')
  expect((await t.call('POST', `${link}/guests`, { travellers: [{ nationality: 'FR' }] })).status).toBe(400)
  const held = await reserved(t)
  const hold = (await linksOf(t, held.guest, held.id)).link
  expect((await read(t, hold)).travellers).toBeNull()
  for (const answer of [
    await t.call('GET', `${hold}/guests`),
    await t.call('POST', `${hold}/guests`, { travellers: [{ nationality: 'FR' }] }),
  ])
    expect(answer.body.code).toBe('not_confirmed')
  // A stay without an address is written to, and read by its company alone.
  const silent = await bookedByHand(t, { guest: { name: 'Ada' }, from: 60 })
  await t.call('POST', `${silent.link}/guests`, { travellers: [{ nationality: 'FR' }] })
  expect((await browse(t, `${silent.link}/guests`)).body).not.toContain('Show the list')
  // Every field of every country has a form.
  for (const country of ['AT', 'DE', 'ES', 'IT', 'PT']) {
    await t.db`update properties set country_id = ${country} where id = ${silent.home}`
    const { status, body } = await browse(t, `${silent.link}/guests`)
    expect([status, body]).toEqual([200, expect.stringContaining('travellers.1.nationality')])
    expect(body).toContain('travellers.1.document_number')
    expect(body).toContain('<option value="XXA">Stateless</option>')
  }
})

const BORN = { sex: 'female', birth_date: '1990-02-03', nationality: 'US' }
const HOME = { address: '1 Main St', city: 'Boston', country: 'US' }
const PASSPORT = { document_type: 'passport', document_number: '512345678' }
const JANE = { last_name: 'Doe', first_name: 'Jane', ...BORN }
const EMPTY = { document_support: '', second_last_name: '', postal_code: '', email: '', relation: '', kinship: '' }

/** A stay of two whose home is in a country. */
async function stayIn(t: TestApp, country: string) {
  const stay = await bookedByHand(t)
  await t.db`update properties set country_id = ${country} where id = ${stay.home}`
  const fill = (...people: object[]) =>
    send(t, stay.link, 'guests', Object.assign({}, ...people.map((person, place) => fields(place, person))))
  const kept = async () => (await listOf(t, stay.owner, stay.id)).body.data.travellers
  return { ...stay, fill, kept, form: (await browse(t, `${stay.link}/guests`)).body }
}

test('in Spain a passport is enough, with a telephone or an e-mail address, and a NIF has its number', async ({
  t,
}) => {
  const { fill, kept, form } = await stayIn(t, 'ES')
  expect(form).toContain('Support number of the document (only with Spanish identity card (DNI, NIF) / Document with')
  expect(form).toContain('Telephone (from 14 years, or “E-mail”)')
  const guest = { ...JANE, ...HOME, ...PASSPORT, phone: '+1 617 555 0100' }
  const child = { ...JANE, first_name: 'Kim', birth_date: '2020-02-03', ...HOME, kinship: 'parent' }
  expect((await fill({ ...EMPTY, ...guest }, { ...EMPTY, ...child })).status).toBe(303)
  expect(await kept()).toEqual([guest, child])
  const { phone: _, ...silent } = guest
  const refused = await fill(silent)
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('at least one of these fields')])
  const spaniard = { ...guest, nationality: 'ES', document_type: 'nif', document_number: '12345678A', country: 'ES' }
  const wrong = await fill(spaniard)
  expect(wrong.body.match(/<em class="wrong">/g)).toHaveLength(4)
  expect(wrong.body).toMatch(/Number of the document[^<]*<em class="wrong">This is not the number of such a Spanish/)
  const right = { second_last_name: 'García', document_support: 'AAA123456', postal_code: '28001' }
  expect((await fill({ ...spaniard, document_number: '12345678Z', ...right })).status).toBe(303)
})

test('in Rome two friends have a document each, and a couple one', async ({ t }) => {
  const { fill, kept, form } = await stayIn(t, 'IT')
  expect(form).not.toContain('travellers.0.relation')
  expect(/name="travellers.1.sex">(.*?)<\/select>/.exec(form)?.[1]).not.toContain('other')
  const papers = { ...PASSPORT, document_country: 'US' }
  const head = { ...JANE, birth_country: 'US', ...papers }
  const other = { ...JANE, first_name: 'Joan', birth_country: 'IT', birth_place: 'Torino', birth_province: 'TO' }
  const refused = await fill(head, other)
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.stringMatching(
      /<em class="wrong">This field is required\.<\/em><input name="travellers\.1\.document_number"/,
    ),
  ])
  expect((await fill(head, { ...other, ...papers })).status).toBe(303)
  const couple = [head, { ...other, relation: 'spouse' }]
  expect((await fill(...couple)).status).toBe(303)
  expect(await kept()).toEqual(couple)
})

test('in Berlin a family says the names of one, and how many come along', async ({ t }) => {
  const { fill, kept } = await stayIn(t, 'DE')
  const { sex: _, ...named } = JANE
  const head = { ...named, second_nationality: 'FR', ...HOME, document_number: '512345678' }
  expect((await fill(head, { relation: 'minor_child', first_name: 'Kim', birth_date: '2020-02-03' })).status).toBe(303)
  expect(await kept()).toEqual([head, { relation: 'minor_child' }])
  expect((await fill({ nationality: 'DE' }, { nationality: 'XXA', relation: 'spouse' })).status).toBe(400)
  expect((await fill({ nationality: 'US', second_nationality: 'DE', last_name: 'Doe' })).status).toBe(303)
  expect(await kept()).toEqual([{ nationality: 'US', second_nationality: 'DE' }])
})
