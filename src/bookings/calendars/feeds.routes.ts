import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { assertBelow, lockQuota } from '../../accounts/quotas/quotas.ts'
import { lockManaged } from '../../homes/properties/write.ts'
import { type Queryable, transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { identityOf, requireVerified, STAFF } from '../../platform/http/identity.ts'
import { runInBackground } from '../../platform/lib/work-context.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { changing } from './change.ts'
import { listHomeConflicts } from './conflicts.ts'
import { deleteFeed, takenEvent } from './feeds.ts'
import { writeCalendar } from './ical.ts'
import { importFeeds } from './jobs.ts'
import {
  BASE,
  exportParams,
  exportQuery,
  feedChange,
  feedParams,
  homeParams,
  newFeed,
  sharedCalendar,
  shownReading,
} from './schemas.ts'

const MAX_FEEDS = 10

/** A stay that was being booked while a calendar was read may not be in it. */
const BOOKING_SECONDS = 30

/** Writes that a platform has read its calendar. Nobody waits for it: what is not written now is written with the next request. */
function markExported(app: FastifyInstance, property_id: string, feed_id: number, read_at: string): void {
  const { urls, lagSeconds } = app.config.databaseReplicas
  const late_seconds = BOOKING_SECONDS + (urls.length > 0 ? lagSeconds : 0)
  void runInBackground(() =>
    queries.calendars.markExported(app.db, { property_id, feed_id, read_at, late_seconds }),
  ).catch((error: unknown) => app.log.debug({ err: error }, 'export of a calendar not written'))
}

/** @throws AppError 409 when the home has a feed of this address. */
function refuseKnown(error: unknown): never {
  throw databaseError(error)?.constraint === 'calendar_feeds_property_id_url_key' ? new AppError('feedKnown') : error
}

/** iCalendar (RFC 5545): export of a home's calendar, and import of feeds (docs/design/channels.md, "iCalendar"). */
export const calendarFeedRoutes: FastifyPluginAsyncZod = async (app) => {
  const tags = ['calendars']
  const owned = { tags, security: BEARER, 'x-demo-account': 'owner' as const }
  const answer = envelopeSchema(sharedCalendar)

  /** The addresses of a home's calendar, and its feeds. */
  async function show(db: Queryable, property_id: string): Promise<z.infer<typeof sharedCalendar>> {
    const home = await queries.properties.findCalendarToken(db, { property_id })
    const url = app.addressOf('exportCalendar', { property_id, token: home?.calendar_token ?? '' })
    const feeds = await queries.calendars.listFeeds(db, { property_id })
    const conflicts = await listHomeConflicts(db, property_id)
    const conflictsOf = (id: number) =>
      conflicts.flatMap(({ feed_id, reservation_id, id: conflict_id, kind, start_date, end_date, since }) =>
        feed_id === id && reservation_id !== null
          ? [{ id: conflict_id, reservation_id, kind, start_date, end_date, since }]
          : [],
      )
    return {
      url,
      feeds: feeds.map(({ problems, left_out, ends, ...feed }) => ({
        ...feed,
        ...shownReading.parse({ problems, left_out, ends }),
        conflicts: conflictsOf(feed.id),
        export_url: `${url}?except=${feed.id}`,
      })),
    }
  }

  app.get(
    `${BASE}/ical`,
    {
      onRequest: app.authenticate,
      config: { may: ['owner', ...STAFF], scope: 'calendar.write', people: true },
      schema: {
        ...owned,
        operationId: 'getSharedCalendar',
        summary: 'Get the shared addresses and imported calendars of a home',
        description: `For the owner, support and administrators. \`url\` is for calendar programs. Give each platform
          the \`export_url\` of its feed, which leaves out events imported from that platform. Feeds have the time and
          the error of the last import.`,
        params: homeParams,
        response: { 200: answer, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { property_id } = request.params
      const shared = await transaction(app.db, async (tx) => {
        await lockManaged(app, tx, identityOf(request), property_id)
        return show(tx, property_id)
      })
      return envelope(request, shared)
    },
  )

  app.post(
    `${BASE}/ical/token`,
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        scope: 'calendar.write',
        people: true,
        audits: ['property.calendar_address'],
      },
      schema: {
        ...owned,
        operationId: 'rotateCalendarAddress',
        summary: 'Replace the calendar address of a home',
        description: `For the owner, support and administrators, for use after an address has leaked. The old address
          stops working; every platform that reads the calendar needs the new one.`,
        'x-message': 'updated',
        params: homeParams,
        response: { 200: answer, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { property_id } = request.params
      const shared = await changing(app, request, property_id, async (tx) => {
        await queries.properties.rotateCalendarToken(tx, { property_id })
        return show(tx, property_id)
      })
      return envelope(request, shared)
    },
  )

  app.get(
    `${BASE}/ical/:token.ics`,
    {
      config: { takesMore: true, secretParams: ['token'] },
      exposeHeadRoute: true,
      schema: {
        tags,
        operationId: 'exportCalendar',
        summary: 'Export the taken nights of a home as iCalendar',
        description: `Needs no token: the address is the secret. Suits Airbnb, Booking.com, Google Calendar and
          others. It has no names and no prices. \`except\` leaves out events imported from one feed; a week after this feed was
          deleted the address is 410.`,
        params: exportParams,
        querystring: exportQuery,
        response: {
          200: {
            content: { 'text/calendar': { schema: z.string() } },
            description: 'RFC 5545, with one event per stay or closure',
          },
          ...failures(400, 404, 'feedGone'),
        },
      },
    },
    async (request, reply) => {
      const { property_id, token } = request.params
      const { except } = request.query
      const home = await queries.calendars.findByToken(app.db, { property_id, token, except_feed: except })
      if (!home) throw new AppError('notFound')
      if (home.is_gone) throw new AppError('feedGone')
      const taken = await queries.calendars.listTaken(app.db, { property_id, except_feed: except })
      if (except !== undefined && request.method === 'GET') markExported(app, property_id, except, home.read_at)
      const events = taken.map((nights) => takenEvent(property_id, nights, home.locale))
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="calendar.ics"')
        .header('cache-control', 'private, no-cache')
        .send(writeCalendar(home.title, events))
    },
  )

  app.post(
    `${BASE}/ical/feeds`,
    {
      onRequest: [app.authenticate, requireVerified],
      config: { may: ['owner', ...STAFF], scope: 'calendar.write', people: true, audits: ['calendar_feed.created'] },
      schema: {
        ...owned,
        operationId: 'addCalendarFeed',
        summary: 'Import the calendar of another platform every half hour',
        description: `For the owner, support and administrators with a verified address; at most ten per home, each
          address once. A job imports it now and every half hour, and closes the nights that it lists;
          \`getSharedCalendar\` has the outcome. Addresses of private networks are refused.`,
        'x-message': 'created',
        params: homeParams,
        body: newFeed.meta({ example: { name: 'Abritel', url: 'https://www.abritel.fr/icalendar/5678.ics' } }),
        response: {
          201: answer,
          ...failures(400, 401, 403, 404, 'notVerified', 'feedKnown', 'limitReached', 'tooManyFeeds'),
        },
      },
    },
    async (request, reply) => {
      const { property_id } = request.params
      if (app.outbound.calendars.refuses(new URL(request.body.url))) throw invalid({ url: 'calendarUrl' })
      const shared = await changing(app, request, property_id, async (tx, { owner_id }) => {
        const feeds = await queries.calendars.listFeeds(tx, { property_id })
        if (feeds.length >= MAX_FEEDS) throw new AppError('tooManyFeeds')
        await lockQuota(tx, owner_id)
        assertBelow(app.config.quotas.feedsPerAccount, await queries.calendars.countFeedsOfOwner(tx, { owner_id }))
        const created = await queries.calendars.insertFeed(tx, { property_id, ...request.body })
        if (!created) throw new AppError('feedKnown')
        await app.jobs.enqueue(tx, importFeeds, {})
        return show(tx, property_id)
      })
      return reply.code(201).send(envelope(request, shared))
    },
  )

  app.patch(
    `${BASE}/ical/feeds/:feed_id`,
    {
      onRequest: app.authenticate,
      config: { scope: 'calendar.write', people: true, events: ['task.created', 'task.deleted'] },
      schema: {
        ...owned,
        operationId: 'updateCalendarFeed',
        summary: 'Change an imported calendar',
        description: `For the owner, support and administrators. With \`stays\`, departures of its events have cleaning tasks
          (\`/tasks\`); without it, those that are open and to come are deleted. Another \`url\` keeps \`export_url\`, and the nights
          until it has been read.`,
        'x-message': 'updated',
        params: feedParams,
        body: feedChange,
        response: { 200: answer, ...failures(400, 401, 403, 404, 'feedKnown') },
      },
    },
    async (request) => {
      const { property_id, feed_id } = request.params
      const { stays, url, ignore_blocks, ends } = request.body
      if (url !== undefined && app.outbound.calendars.refuses(new URL(url))) throw invalid({ url: 'calendarUrl' })
      const change = { stays, url, ignore_blocks, ends }
      const shared = await changing(app, request, property_id, async (tx) => {
        const updated = await queries.calendars.updateFeed(tx, { property_id, feed_id, ...change }).catch(refuseKnown)
        if (!updated) throw new AppError('notFound')
        if (stays !== undefined) await app.departureTasks.followFeeds(tx, property_id)
        await app.jobs.enqueue(tx, importFeeds, {})
        return show(tx, property_id)
      })
      return envelope(request, shared)
    },
  )

  app.delete(
    `${BASE}/ical/feeds/:feed_id`,
    {
      onRequest: app.authenticate,
      config: {
        scope: 'calendar.write',
        people: true,
        audits: ['calendar_feed.deleted'],
        events: ['calendar.changed', 'conflict.closed', 'task.deleted'],
      },
      schema: {
        ...owned,
        operationId: 'deleteCalendarFeed',
        summary: 'Stop importing a calendar and reopen its nights',
        description: `For the owner, support and administrators. Also deletes the closures that it created, so nights
          of bookings known only to that platform become free here. Its \`export_url\` goes on serving the calendar for a week.`,
        'x-message': 'deleted',
        params: feedParams,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { property_id, feed_id } = request.params
      const deleted = await changing(app, request, property_id, (tx) => deleteFeed(app, tx, { property_id, feed_id }))
      if (!deleted) throw new AppError('notFound')
      return done(request)
    },
  )

  app.post(
    `${BASE}/ical/feeds/:feed_id/import`,
    {
      onRequest: app.authenticate,
      config: { silent: true, scope: 'calendar.write', people: true },
      schema: {
        ...owned,
        operationId: 'importCalendarFeed',
        summary: 'Import a calendar now, at most once a minute',
        description: `For the owner, support and administrators. Returns 202: a job imports it within seconds, and
          \`getSharedCalendar\` then has the time and outcome. Returns 429 within a minute of the last import.`,
        'x-message': 'importing',
        params: feedParams,
        response: { 202: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { property_id, feed_id } = request.params
      await changing(app, request, property_id, async (tx) => {
        const feed = await queries.calendars.requestImport(tx, { property_id, feed_id })
        if (!feed) throw new AppError('notFound')
        if (!feed.due) throw new AppError('tooManyRequests', { headers: { 'retry-after': '60' } })
        await app.jobs.enqueue(tx, importFeeds, {})
      })
      return reply.code(202).send(done(request))
    },
  )
}
