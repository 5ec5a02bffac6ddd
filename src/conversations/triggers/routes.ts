import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sentNotification } from '../../accounts/notifications/shapes.ts'
import { showNotification } from '../../accounts/notifications/show.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { integerId } from '../../platform/http/fields.ts'
import { identityOf, localeOfReader, STAFF } from '../../platform/http/identity.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { ANSWER, CANCELLED, MARTIN, PAYMENT, QUESTION, REVIEW } from '../../reference/examples/demo.ts'
import type { Outcome } from './notify-once.ts'
import { notifyOfCancellation, notifyOfPayment } from './payments.ts'
import { notifyOfComment, notifyOfMessage } from './talk.ts'

const outcome = z
  .object({
    created: z.boolean().meta({ description: 'false: it was sent before and is not sent again' }),
    notification: sentNotification.nullable(),
  })
  .meta({ id: 'NotificationOutcome' })

const ofPayment = z.object({ payment_id: integerId.describe('Id of the payment').meta({ example: PAYMENT }) })
const ofCancelled = z.object({ payment_id: ofPayment.shape.payment_id.meta({ example: CANCELLED.payment }) })
const ofMessage = z.object({ message_id: integerId.describe('Id of the message').meta({ example: QUESTION }) })
const ofComment = z.object({ comment_id: integerId.describe('Id of the comment').meta({ example: REVIEW }) })
const ofMessageAndSender = z.object({
  message_id: integerId.describe('Id of the message').meta({ example: ANSWER }),
  sender_id: integerId.describe('Id of the sender').meta({ example: MARTIN }),
})

/** Notifications on request (docs/design/domain.md, "Notification triggers"). */
export const triggerRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  app.addHook('onRequest', app.authenticate)
  const documented = {
    tags: ['notifications'],
    'x-audience': ['specification'] as const,
    security: BEARER,
    response: { 200: envelopeSchema(outcome), ...failures(401, 403, 404, 'conflict') },
  }
  const answer = (request: FastifyRequest, sent: Outcome) => {
    const notification = sent.notification && showNotification(sent.notification, localeOfReader(request))
    return envelope(request, { ...sent, notification }, sent.created ? 'notificationSent' : 'notificationAlreadySent')
  }

  app.post(
    '/booking_canceled_to_guest_notification/:payment_id',
    {
      config: { silent: true, may: ['owner', ...STAFF], sees: ['guest'], scope: 'payments.write', people: true },
      schema: {
        ...documented,
        operationId: 'tellGuestOfCancellation',
        summary: 'Notify the guest of a cancelled reservation',
        description: `For the owner and support. The service already notifies the guest of a cancellation, so
          \`created\` is usually false; nothing is sent twice. Returns 409 if the stay is not cancelled.`,
        'x-message': 'notificationAlreadySent',
        'x-demo-account': 'owner',
        params: ofCancelled,
      },
    },
    async (request) => answer(request, await notifyOfCancellation(app, identityOf(request), request.params.payment_id)),
  )

  app.post(
    '/payment_status_notification/:payment_id',
    {
      config: { silent: true, may: ['guest', 'owner', ...STAFF], scope: 'payments.write', people: true },
      schema: {
        ...documented,
        operationId: 'tellPaymentStatus',
        summary: 'Notify guest and owner of the status of a payment or refund',
        description: `For the owner, support and the payer. Reports the latest refund if there is one, else the
          payment. Returns 409 if neither has an outcome yet. \`created\` is false if the outcome was already
          notified; nothing is sent twice.`,
        'x-message': 'notificationAlreadySent',
        params: ofPayment,
      },
    },
    async (request) => answer(request, await notifyOfPayment(app, identityOf(request), request.params.payment_id)),
  )

  app.post(
    '/new_message_from_traveler/:message_id',
    {
      config: { silent: true, may: ['guest'], sees: ['owner'] },
      schema: {
        ...documented,
        operationId: 'tellOwnerOfMessage',
        summary: 'Notify an owner of my message',
        description: `For the author of the message. Sending the message already notified the owner, so \`created\` is
          false unless that notification was lost. Returns 409 if the receiver is not an owner.`,
        'x-message': 'notificationAlreadySent',
        params: ofMessage,
      },
    },
    async (request) => answer(request, await notifyOfMessage(app, identityOf(request), request.params, 'to_owner')),
  )

  app.post(
    '/new_message_from_traveler_comment_notification/:comment_id',
    {
      config: { silent: true, may: ['guest'], sees: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'tellOwnerOfComment',
        summary: 'Notify an owner of my review',
        description: `For the author of the review. Writing the review already notified the owner, so \`created\` is
          usually false. Returns 409 if the review is hidden.`,
        'x-message': 'notificationSent',
        params: ofComment,
      },
    },
    async (request) => answer(request, await notifyOfComment(app, identityOf(request), request.params.comment_id)),
  )

  app.post(
    '/owner_message_to_traveler_notification/:message_id/:sender_id',
    {
      config: { silent: true, sees: ['guest'] },
      schema: {
        ...documented,
        operationId: 'tellGuestOfMessage',
        summary: 'Notify a guest of my message as the owner',
        description: `For the author of the message, who is \`sender_id\` and an owner. Sending the message already
          notified the guest, so \`created\` is usually false.`,
        'x-message': 'notificationAlreadySent',
        'x-demo-account': 'owner',
        params: ofMessageAndSender,
      },
    },
    async (request) => answer(request, await notifyOfMessage(app, identityOf(request), request.params, 'from_owner')),
  )
}
