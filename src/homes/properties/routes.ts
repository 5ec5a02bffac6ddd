import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { LONG_BODY_BYTES } from '../../platform/http/bodies.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { homeId } from '../../platform/http/fields.ts'
import { identityOf, isStaff, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pagedSchema } from '../../platform/http/pages.ts'
import { LIVE_READ, REFERENCE_READ } from '../../platform/http/revalidation.ts'
import { homesOf, reaches } from '../../platform/http/scopes.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { DRAFT_HOME, HOME_TITLE } from '../../reference/examples/demo.ts'
import { lockCalendar } from './calendar-lock.ts'
import { knowsClosely } from './homes.ts'
import { namedType, newProperty, ownList, ownProperty, propertyChanges, propertyDetails } from './schemas.ts'
import { showOwn, showProperty } from './show.ts'
import { createProperty, lockOwn, updateProperty } from './write.ts'

const tags = ['properties']
const params = z.object({ id: homeId })

/** Orders of the list of one's homes. */
const ORDERS = { '-changed': 'last-changed', title: 'by-title', place: 'by-place' } as const

/** Homes: public to read; their owners write them (docs/design/api.md, "Catalogue"). */
export const propertyRoutes: FastifyPluginAsyncZod = async (app) => {
  async function show(property_id: string, { identity, grant }: Pick<FastifyRequest, 'identity' | 'grant'>) {
    if (!reaches({ grant }, property_id)) throw new AppError('notFound')
    const [row, isKnownClosely] = await Promise.all([
      queries.properties.find(app.db, { property_id }),
      identity !== null && knowsClosely(app, app.db, identity, property_id),
    ])
    if (!row || (row.status === 'draft' && !isKnownClosely)) throw new AppError('notFound')
    const isOwn = identity?.userId === row.owner_id || isStaff(identity)
    return showProperty(app, row, { isKnownClosely, isOwn })
  }

  app.get(
    '/properties/mine',
    {
      onRequest: app.authenticate,
      config: { scope: 'properties.read' },
      schema: {
        tags,
        operationId: 'listOwnProperties',
        summary: 'List my homes and drafts',
        description: `Published homes and drafts with their first photo, last changed first unless \`sort\` says otherwise;
          \`status\` and \`q\` filter. Archived homes are not listed.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: ownList,
        response: { 200: pagedSchema(ownProperty), ...failures(400, 401) },
      },
    },
    async (request) =>
      listPage(
        request,
        request.query,
        (page) =>
          queries.properties.listOfOwner(app.db, new Set([ORDERS[request.query.sort]]), {
            user_id: identityOf(request).userId,
            homes: homesOf(request),
            q: request.query.q || null,
            status: request.query.status,
            ...page,
          }),
        (row) => showOwn(app, row),
      ),
  )

  app.get(
    '/properties/:id',
    merged(LIVE_READ, {
      exposeHeadRoute: true,
      onRequest: app.identifyIfAny,
      config: { may: ['owner', ...STAFF], scope: 'properties.read', publishable: true },
      schema: {
        tags,
        operationId: 'getProperty',
        summary: 'Get a home',
        description: `Public. The exact address and point and the owner's phone are for the owner, the staff and
          guests of confirmed stays, so send the token if you have one. For everyone else drafts return 404. See \`GET
          …/availability\` for the calendar and \`…/comments\` for reviews.`,
        security: OPTIONAL_BEARER,
        params,
        response: { 200: envelopeSchema(propertyDetails), ...failures(400, 401, 404) },
      },
    }),
    async (request) => envelope(request, await show(request.params.id, request)),
  )

  app.post(
    '/properties',
    {
      onRequest: app.authenticate,
      bodyLimit: LONG_BODY_BYTES,
      config: { scope: 'properties.write', people: true, allHomes: true, events: ['property.created'] },
      schema: {
        tags,
        operationId: 'createProperty',
        summary: 'Create a home, published or as a draft',
        description: `Title, city, price and guests are required. Country, location and time zone default to those of
          the city. The home is published unless \`status\` is \`draft\`; an unverified account can only create
          drafts. The first home changes the role to \`owner\`. Then add photos, seasons and prices.`,
        'x-message': 'created',
        security: BEARER,
        'x-demo-account': 'owner',
        body: newProperty.meta({
          example: {
            ...{
              title: HOME_TITLE,
              property_type: 'cottage',
              city_id: '2995469',
              address: '12 rue du Vallon-des-Auffes',
            },
            ...{ base_price: 120, weekend_price: 144, cleaning_fee: 48, extra_guest_fee: 10 },
            ...{ max_guests: 4, included_guests: 2, amenities: ['wifi', 'kitchen', 'sea_view', 'terrace'] },
            ...{ cancellation_policy: 'moderate', status: 'published' },
          },
        }),
        response: { 201: envelopeSchema(propertyDetails), ...failures(400, 401, 403, 'notVerified', 'limitReached') },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      const id = await transaction(app.db, (tx) => createProperty(tx, app.config.quotas, identity, request.body))
      // The homes of a member were read before this one was there.
      const created = await show(id, { identity: { ...identity, grant: null }, grant: null })
      return reply.code(201).send(envelope(request, created))
    },
  )

  app.put(
    '/properties/:id',
    {
      onRequest: app.authenticate,
      bodyLimit: LONG_BODY_BYTES,
      config: {
        may: ['owner', 'admin'],
        sees: ['support'],
        scope: 'properties.write',
        audits: ['property.prices', 'property.seller', 'property.texts', 'property.status'],
        events: ['property.updated', 'calendar.changed'],
      },
      schema: {
        tags,
        operationId: 'updateProperty',
        summary: 'Update a home',
        description: `For the owner and administrators. Send only the fields to change. New prices and rules apply to
          new quotes, the search and channels at once; reservations keep theirs. \`status: "published"\` publishes a
          draft, which requires a verified e-mail address.`,
        'x-message': 'updated',
        security: BEARER,
        'x-demo-account': 'owner',
        params,
        body: propertyChanges.meta({ example: { base_price: 125, min_stay: 2 } }),
        response: { 200: envelopeSchema(propertyDetails), ...failures(400, 401, 403, 404, 'notVerified') },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      await updateProperty(app, identity, request.params.id, request.body)
      return envelope(request, await show(request.params.id, request))
    },
  )

  app.delete(
    '/properties/:id',
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', 'admin'],
        sees: ['support'],
        scope: 'properties.write',
        audits: ['property.status'],
        events: ['property.archived'],
      },
      schema: {
        tags,
        operationId: 'deleteProperty',
        summary: 'Archive a home without current or upcoming stays',
        description: `The home leaves the search and can no longer be booked. Past stays keep it. Returns 409 if it
          has current or upcoming stays.`,
        'x-message': 'deleted',
        security: BEARER,
        'x-demo-account': 'owner',
        params: z.object({ id: homeId.meta({ example: DRAFT_HOME }) }),
        response: { 200: doneSchema, ...failures(401, 403, 404, 'hasReservations') },
      },
    },
    async (request) => {
      const property_id = request.params.id
      await lockCalendar(app, property_id, async (tx) => {
        await lockOwn(app, tx, identityOf(request), property_id)
        if (await app.bookings.isBooked(tx, { property_id })) throw new AppError('hasReservations')
        await queries.properties.archive(tx, { property_id })
        // Nobody could delete it any longer.
        await app.forgetArrival(tx, property_id)
      })
      return done(request)
    },
  )

  for (const [path, operationId, list, summary, use] of [
    [
      ...(['/property/types', 'listPropertyTypes', queries.properties.listTypes] as const),
      'List types of homes',
      'Such as `cottage`: the `id` is `property_type` of homes and searches',
    ],
    [
      ...(['/room-types', 'listRoomTypes', queries.properties.listRoomTypes] as const),
      'List types of rooms',
      'Whether guests have the entire home or a room: the `id` is `room_type` of homes and searches',
    ],
    [
      ...(['/amenities', 'listAmenities', queries.properties.listAmenities] as const),
      'List amenities',
      'The `id` is a value of `amenities` of homes and searches',
    ],
  ] as const) {
    app.get(
      path,
      merged(REFERENCE_READ, {
        exposeHeadRoute: true,
        // Amenities are not of the specification.
        config: { specified: operationId !== 'listAmenities' },
        schema: {
          tags,
          operationId,
          summary,
          description: `${use}, the \`name\` is for display, in the language of the request. Can be cached for five minutes.`,
          response: { 200: envelopeSchema(z.array(namedType)), ...failures() },
        },
      }),
      async (request) => {
        const types = await list(app.db, {})
        return envelope(
          request,
          types.map((type) => ({ id: type.id, name: type[`name_${request.locale}`] })),
        )
      },
    )
  }
}
