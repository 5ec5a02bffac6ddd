import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { flagParameter, integerId } from '../../platform/http/fields.ts'
import { identityOf, localeOfReader } from '../../platform/http/identity.ts'
import { listPage, pagedSchema, pageQuery, unreadPageMeta } from '../../platform/http/pages.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { NOTIFICATION } from '../../reference/examples/demo.ts'
import { TOPICS } from './kinds.ts'
import { publishRead } from './read.ts'
import { notification } from './shapes.ts'
import { READABLE_TYPES, showNotification } from './show.ts'

const notificationPage = pagedSchema(notification).extend({ meta: unreadPageMeta })

type Settings = NonNullable<Awaited<ReturnType<typeof queries.notifications.findSettings>>>

const settings = z
  .object({
    email_notifications: z.boolean(),
    push_notifications: z.boolean(),
    marketing_emails: z.boolean().meta({ example: false }),
    muted_topics: z
      .array(z.enum(TOPICS).meta({ id: 'NotificationTopic' }))
      .max(TOPICS.length)
      .meta({ description: 'Topics that are not mailed while `email_notifications` is on', example: ['reviews'] }),
  })
  .meta({ id: 'NotificationSettings' })

/** Settings without topics of other releases. Pure. */
const shownSettings = ({ muted_topics, ...row }: Settings) => ({
  ...row,
  muted_topics: TOPICS.filter((topic) => muted_topics.includes(topic)),
})

const params = z.object({ id: integerId.describe('Id of the notification').meta({ example: NOTIFICATION }) })

/** Notifications of the caller (docs/design/api.md, "Notifications and real time"). */
export const notificationRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['notifications'], security: BEARER }

  app.get(
    '/notifications',
    {
      schema: {
        ...documented,
        operationId: 'listNotifications',
        summary: 'List my notifications, newest first',
        description: `Title and message are written in the language of the request, and \`data\` has ids and facts for
          your own texts. \`meta.unread\` is the number for a badge. Read the list after each connection to real time,
          to catch up on missed pushes.`,
        querystring: pageQuery.extend({
          unread: flagParameter.default(false).meta({ description: 'Only those that are unread' }),
        }),
        response: { 200: notificationPage, ...failures(400, 401) },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const list = await listPage(
        request,
        request.query,
        (page) =>
          queries.notifications.list(app.db, {
            user_id: userId,
            types: READABLE_TYPES,
            unread: request.query.unread,
            ...page,
          }),
        (row) => showNotification(row, localeOfReader(request)),
      )
      const { unread } = await queries.notifications.countUnread(app.db, { user_id: userId, types: READABLE_TYPES })
      return { ...list, meta: { ...list.meta, unread } }
    },
  )

  app.post(
    '/notifications/:id/read',
    {
      config: { silent: true, may: ['guest'] },
      schema: {
        ...documented,
        operationId: 'markNotificationRead',
        summary: 'Mark a notification as read',
        description: `The caller's other devices get the push \`notification_read\`. Repeating it has no effect.`,
        'x-message': 'read',
        params,
        response: { 200: envelopeSchema(notification), ...failures(401, 404) },
      },
    },
    async (request) => {
      const row = await queries.notifications.markRead(app.db, {
        id: request.params.id,
        user_id: identityOf(request).userId,
        types: READABLE_TYPES,
      })
      if (!row) throw new AppError('notFound')
      await publishRead(app, app.db, identityOf(request).userId, [row.id])
      return envelope(request, showNotification(row, localeOfReader(request)))
    },
  )

  app.post(
    '/notifications/read-all',
    {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'markAllNotificationsRead',
        summary: 'Mark all notifications as read',
        description: `\`count\` is the number of notifications marked. The caller's other devices get the push
          \`notification_read\`.`,
        'x-message': 'read',
        response: { 200: envelopeSchema(z.object({ count: z.int() })), ...failures(401) },
      },
    },
    async (request) => {
      const user_id = identityOf(request).userId
      const rows = await queries.notifications.markAllRead(app.db, { user_id, types: READABLE_TYPES })
      await publishRead(
        app,
        app.db,
        user_id,
        rows.map(({ id }) => id),
      )
      return envelope(request, { count: rows.length })
    },
  )

  app.delete(
    '/notifications/:id',
    {
      config: { silent: true, may: ['guest'] },
      schema: {
        ...documented,
        operationId: 'deleteNotification',
        summary: 'Delete a notification',
        description: 'It is hidden permanently, and the same fact is not notified again.',
        'x-message': 'deleted',
        params,
        response: { 200: doneSchema, ...failures(401, 404) },
      },
    },
    async (request) => {
      const row = await queries.notifications.hide(app.db, {
        id: request.params.id,
        user_id: identityOf(request).userId,
        types: READABLE_TYPES,
      })
      if (!row) throw new AppError('notFound')
      return done(request)
    },
  )

  app.get(
    '/notifications/settings',
    {
      schema: {
        ...documented,
        operationId: 'getNotificationSettings',
        summary: 'Get my notification settings',
        description: `The response has no envelope. The settings apply to mails and pushes of all types, and
          \`muted_topics\` to mails alone; account and security mails are always sent.`,
        response: { 200: settings, ...failures(401) },
      },
    },
    async (request) => {
      const row = await queries.notifications.findSettings(app.db, { user_id: identityOf(request).userId })
      if (!row) throw new AppError('notFound')
      return shownSettings(row)
    },
  )

  app.put(
    '/notifications/settings',
    {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'updateNotificationSettings',
        summary: 'Update my notification settings',
        description: `Send only the fields to change. The response has all settings, without an envelope. Without
          \`push_notifications\` nothing is pushed, but the list stays complete. \`marketing_emails\` is off by
          default.`,
        body: settings.partial(),
        response: { 200: settings, ...failures(400, 401) },
      },
    },
    async (request) => {
      const row = await queries.notifications.updateSettings(app.db, {
        user_id: identityOf(request).userId,
        ...request.body,
      })
      if (!row) throw new AppError('notFound')
      return shownSettings(row)
    },
  )
}
