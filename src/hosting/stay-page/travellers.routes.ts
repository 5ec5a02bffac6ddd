import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isOfCompany } from '../../bookings/states/stay-link.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { LONG_BODY_BYTES } from '../../platform/http/bodies.ts'
import { envelope, envelopeSchema, failures, page, redirect } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isBrowser } from '../../platform/http/html.ts'
import { askedRegister, register, traveller, typedTravellers } from '../travellers/schemas.ts'
import { findAsked, readTravellers, writeTyped } from '../travellers/travellers.ts'
import { asStayPage, backTo, pathOf, refusedPage, servesLinks } from './answers.ts'
import { checkCode } from './codes.ts'
import { mailedCode, noticeQuery, stayKey } from './schemas.ts'
import { travellersOfForm } from './travellers-form.ts'
import { type ShownList, travellersHtml } from './travellers-html.ts'
import { linkHas, ofGuest, type StayRow } from './view.ts'

/** Travellers that a refused form is shown with again, as far as they can be read. */
const typed = z.looseObject({ travellers: z.array(z.record(z.string(), z.string())) })

/** The list of travellers by the link of a stay (docs/design/domain.md, "Travellers"). */
export const stayTravellerRoutes: FastifyPluginAsyncZod = async (app) => {
  async function listPage(
    request: FastifyRequest,
    key: string,
    { id, email, owner_id }: StayRow,
    shown: Partial<Pick<ShownList, 'travellers' | 'problems' | 'notice' | 'message'>>,
  ): Promise<string> {
    const { locale } = request
    const asked = await findAsked(app.db, id)
    if (!asked) throw new AppError('notConfirmed')
    const countries = await queries.places.listCountries(app.db, { locale })
    return travellersHtml({
      ...{ asked, countries, locale, path: pathOf(app, key), isMailed: email !== null },
      brand: await app.brandOf(app.db, owner_id),
      ...{ travellers: [], problems: {}, ...shown },
    })
  }

  const showAgain = refusedPage(app)
  const open = servesLinks(app, async (request, key, opened, refusal) => {
    const { stay, link } = opened
    const mayWrite = link.view === 'full' && linkHas(opened, 'register.write')
    const asked = mayWrite ? await findAsked(app.db, stay.id) : undefined
    if (!asked) return showAgain(request, key, opened, refusal)
    const travellers = typed.safeParse(request.body).data?.travellers ?? []
    return listPage(request, key, stay, { ...refusal, travellers })
  })
  app.addHook('preValidation', async (request) => {
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      request.body = travellersOfForm(request.body)
  })

  const documented = { tags: ['reservations'], params: stayKey }
  const config = { secretParams: ['key'] }

  app.get(
    '/stay/:key/guests',
    {
      config,
      schema: {
        ...documented,
        operationId: 'showTravellersForm',
        summary: 'Show what the country of a stay asks of its travellers, by its link',
        description:
          'A form for browsers, JSON for programs. It never shows a list that was written: `POST …/guests/read` does.',
        querystring: noticeQuery,
        response: {
          200: {
            description: 'What is asked; a page for browsers',
            content: { 'application/json': { schema: envelopeSchema(askedRegister) }, ...page },
          },
          ...failures(400, 403, 404, 'stayLinkOver', 'notConfirmed'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const stay = ofGuest(await open(request, key), 'register.write')
      const { notice } = request.query
      if (isBrowser(request)) return asStayPage(reply).send(await listPage(request, key, stay, { notice }))
      const asked = await findAsked(app.db, stay.id)
      if (!asked) throw new AppError('notConfirmed')
      return envelope(request, asked)
    },
  )

  app.post(
    '/stay/:key/guests',
    {
      bodyLimit: LONG_BODY_BYTES,
      config: { ...config, audits: ['travellers.written'] },
      schema: {
        ...documented,
        operationId: 'setTravellersByLink',
        summary: 'Write the travellers of a stay by its link',
        description: `In place of an earlier list, without reading it. Fields that the country does not ask of a person are left out. Forms name
          them \`travellers.0.last_name\`. Browsers are redirected (303) to the page.`,
        'x-message': 'updated',
        body: typedTravellers,
        response: {
          200: envelopeSchema(askedRegister),
          303: redirect,
          ...failures(400, 403, 404, 'stayLinkOver', 'notConfirmed'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const opened = await open(request, key)
      const { id } = ofGuest(opened, 'register.write')
      const { travellers: _, ...written } = await transaction(app.db, (tx) =>
        writeTyped(app, tx, id, request.body.travellers, isOfCompany(opened.link)),
      )
      if (isBrowser(request)) return backTo(app, reply, key, 'travellers_saved')
      return envelope(request, written)
    },
  )

  app.post(
    '/stay/:key/guests/read',
    {
      config: { ...config, audits: ['travellers.read'] },
      schema: {
        ...documented,
        operationId: 'readTravellersByLink',
        summary: 'Read the travellers of a stay by its link and a mailed code',
        description: `With the code of \`POST …/codes\`, because a link may have been passed on. Each reading is in the audit. A form with the list
          for browsers.`,
        body: mailedCode,
        response: {
          200: {
            description: 'The list; a page for browsers',
            content: { 'application/json': { schema: envelopeSchema(register) }, ...page },
          },
          ...failures(400, 403, 404, 'stayLinkOver', 'notConfirmed', 'registerUnreadable'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const stay = ofGuest(await open(request, key), 'register.read')
      const useUp = await checkCode(app, stay, 'register.read', request.body.code)
      await transaction(app.db, useUp)
      const found = await readTravellers(app, stay.id)
      if (!isBrowser(request)) return envelope(request, found)
      const travellers = traveller.array().parse(found.travellers)
      return asStayPage(reply).send(await listPage(request, key, stay, { travellers }))
    },
  )
}
