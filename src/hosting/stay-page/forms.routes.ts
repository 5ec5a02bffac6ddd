import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { withdrawCard } from '../../bookings/agreements/cards.ts'
import { cancelAsGuest, showCancellation } from '../../bookings/reservations/cancel.ts'
import { CHANGE_FAILURES } from '../../bookings/reservations/change.routes.ts'
import { askForChange } from '../../bookings/reservations/change-requests.ts'
import { changeAsked, showAsked } from '../../bookings/reservations/change-schemas.ts'
import { explain } from '../../bookings/reservations/explained.ts'
import { cancellationResult } from '../../bookings/reservations/schemas.ts'
import { stayOf } from '../../bookings/states/lock-stay.ts'
import { isOfCompany, type LinkScope } from '../../bookings/states/stay-link.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures, redirect } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isBrowser } from '../../platform/http/html.ts'
import { backTo, servesLinks } from './answers.ts'
import { checkCode, mailCode } from './codes.ts'
import { writeAsGuest } from './messages.ts'
import { codeQuery, guestWords, mailedCode, sharingChange, stayKey, wishedChange } from './schemas.ts'
import { actionsOnPage, linkHas, mayChange, ofGuest, openLink } from './view.ts'

/** Actions of a guest on the page of their stay: forms of browsers, which are shown the page again, and JSON of programs. */
export const stayFormRoutes: FastifyPluginAsyncZod = async (app) => {
  const open = servesLinks(app)
  const documented = { tags: ['reservations'], params: stayKey }
  const config = { secretParams: ['key'] }

  app.addHook('onRoute', (route) =>
    explain(route, async (request) => {
      const opened = await openLink(app, stayKey.parse(request.params).key)
      const { stay } = opened
      return { status: stay.status, actions: linkHas(opened, 'reservations.write') ? actionsOnPage(stay) : [] }
    }),
  )

  const openAsGuest = async (request: FastifyRequest, key: string, scope: LinkScope) => {
    const opened = await open(request, key)
    return { stay: ofGuest(opened, scope), by_company_link: isOfCompany(opened.link) }
  }

  app.post(
    '/stay/:key/codes',
    {
      config: { ...config, silent: true },
      schema: {
        ...documented,
        operationId: 'mailStayCode',
        summary: 'Mail the guest of a stay a code',
        description: `Six digits, valid for ten minutes and once, to the address of the account of its guest, or of the stay once it is proved; until then to
          the address that was proved before, or was there before the first change. Where there is none, the present address is mailed a link to the page, whose form asks again. Another address of the stay voids a code. Five mails an hour to an address. Without an address, and for a stay that was cancelled or never confirmed, it is 409. Browsers are redirected (303) to the page of the form.`,
        'x-message': 'codeSent',
        querystring: codeQuery,
        response: { 200: doneSchema, 303: redirect, ...failures(403, 404, 'stayLinkOver', 'noAddress', 'illegalMove') },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { for: wanted } = request.query
      const scope = wanted === 'travellers' ? 'register.read' : 'reservations.write'
      const opened = await open(request, key)
      ofGuest(opened, scope)
      const sent = await mailCode(app, opened, scope)
      const notice = sent === 'codeSent' ? 'code_sent' : 'link_sent'
      if (isBrowser(request)) return backTo(app, reply, key, notice, wanted === 'travellers' ? '/guests' : '')
      return done(request, sent)
    },
  )

  app.post(
    '/stay/:key/cancel',
    {
      config: {
        ...config,
        audits: ['access_code.deleted'],
        events: ['reservation.cancelled', 'calendar.changed', 'payment.changed', 'task.deleted'],
      },
      schema: {
        ...documented,
        operationId: 'cancelByLink',
        summary: 'Cancel a stay by its link and a mailed code',
        description: `As its guest, by the terms of the booking, with the code of \`POST …/codes\`. The refund is \`cancellation.refund_today\`
          of the page. Browsers are redirected (303) to the page.`,
        'x-message': 'cancelled',
        body: mailedCode,
        response: {
          200: envelopeSchema(cancellationResult),
          303: redirect,
          ...failures(400, 403, 404, 'stayLinkOver', 'illegalMove', 'cancelAtChannel'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { stay, by_company_link } = await openAsGuest(request, key, 'reservations.write')
      const useUp = await checkCode(app, stay, 'reservations.write', request.body.code)
      const cancelled = await cancelAsGuest(app, stayOf(stay.id), useUp, by_company_link)
      if (isBrowser(request)) return backTo(app, reply, key, 'cancelled')
      return envelope(request, showCancellation(cancelled))
    },
  )

  app.post(
    '/stay/:key/change-requests',
    {
      config: { ...config, silent: true },
      schema: {
        ...documented,
        operationId: 'requestChangeByLink',
        summary: 'Ask for other days or guests by the link of a stay',
        description: `As \`POST /reservations/{id}/change-requests\`. Nothing changes before the company accepts. Browsers are redirected
          (303) to the page.`,
        'x-message': 'changeRequested',
        body: wishedChange,
        response: {
          201: envelopeSchema(changeAsked),
          303: redirect,
          ...failures(400, 403, 404, 429, 'stayLinkOver', ...CHANGE_FAILURES),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { stay, by_company_link } = await openAsGuest(request, key, 'reservations.write')
      if (!mayChange(stay)) throw new AppError(stay.source === 'channel' ? 'changeAtChannel' : 'illegalMove')
      const { change_request, preview } = await askForChange(app, stayOf(stay.id), request.body, { by_company_link })
      if (isBrowser(request)) return backTo(app, reply, key, 'change_requested')
      return reply.code(201).send(envelope(request, showAsked(change_request, preview)))
    },
  )

  app.post(
    '/stay/:key/messages',
    {
      config: { ...config, events: ['stay_message.created'] },
      schema: {
        ...documented,
        operationId: 'writeByLink',
        summary: 'Write to the company by the link of a stay',
        description: `For guests without an account; those with one sign in (409). The company is notified. The same words again within a
          minute are the same message. Limit: 20 an hour. Browsers are redirected (303) to the page.`,
        'x-message': 'sent',
        body: guestWords,
        response: {
          200: doneSchema,
          303: redirect,
          ...failures(400, 403, 404, 429, 'stayLinkOver', 'guestHasAccount'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { stay, by_company_link } = await openAsGuest(request, key, 'messages.write')
      await writeAsGuest(app, stay.id, { content: request.body.content, by_company_link })
      if (isBrowser(request)) return backTo(app, reply, key, 'message_sent')
      return done(request)
    },
  )

  app.post(
    '/stay/:key/card/withdraw',
    {
      config: { ...config, silent: true },
      schema: {
        ...documented,
        operationId: 'withdrawCard',
        summary: 'Take the consent to keep a card back',
        description:
          'By the link of a stay. The card is forgotten, here and at the provider; what is due is paid by its link. Running it again changes nothing. Browsers are redirected (303) to the page.',
        'x-message': 'updated',
        response: { 200: doneSchema, 303: redirect, ...failures(400, 403, 404, 'stayLinkOver') },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { stay } = await openAsGuest(request, key, 'reservations.write')
      await transaction(app.db, (tx) => withdrawCard(app, tx, stay.id))
      if (isBrowser(request)) return backTo(app, reply, key, 'card_withdrawn')
      return done(request)
    },
  )

  app.post(
    '/stay/:key/sharing',
    {
      config: { ...config, silent: true },
      schema: {
        ...documented,
        operationId: 'updateStaySharing',
        summary: 'Show or hide the code of the door to fellow travellers',
        description: 'On the page behind `sharing.url`. Browsers are redirected (303) to the page.',
        'x-message': 'updated',
        body: sharingChange,
        response: { 200: doneSchema, 303: redirect, ...failures(400, 403, 404, 'stayLinkOver') },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { id: reservation_id } = (await openAsGuest(request, key, 'access_codes.write')).stay
      const { shares_code } = request.body
      await transaction(app.db, (tx) => queries.states.updateSharing(tx, { reservation_id, shares_code }))
      if (isBrowser(request)) return backTo(app, reply, key, 'saved')
      return done(request)
    },
  )
}
