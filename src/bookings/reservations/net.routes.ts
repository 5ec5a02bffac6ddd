import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { failures } from '../../platform/http/envelope.ts'
import { amount, day, homeFilter, shownDay, shownUuid } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { listPage, pagedSchema, pageQuery } from '../../platform/http/pages.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { FREE, HOME, HOME_TITLE, STAY } from '../../reference/examples/demo.ts'

/** Everything that an owner in the team of a company gets of a stay. */
const netStay = z
  .object({
    id: z.int().meta({ example: STAY }),
    property_id: shownUuid.meta({ example: HOME }),
    property_title: z.string().meta({ example: HOME_TITLE }),
    guest_name: z.string().nullable().meta({ example: 'Camille Moreau' }),
    check_in: shownDay.meta({ example: FREE.check_in }),
    check_out: shownDay.meta({ example: FREE.check_out }),
    currency: z.string().meta({ example: 'EUR' }),
    net: amount.meta({ example: 391.28 }),
  })
  .meta({ id: 'NetStay' })

const netList = pageQuery.extend({
  property_id: homeFilter,
  from: day.optional().describe('Only stays with a night from this day on'),
  to: day.optional().describe('Only stays that begin on this day or earlier'),
  departs_from: day
    .optional()
    .describe('Only stays that depart on this day or later, as every report of stays and tax counts them'),
  departs_to: day.optional().describe('Only stays that depart on this day or earlier'),
})

/** Stays for the owners of homes that a company rents out (docs/design/accounts.md, "Roles"). */
export const netRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/stays/net',
    {
      onRequest: app.authenticate,
      config: { scope: 'stays.net', people: true },
      schema: {
        tags: ['reservations'],
        operationId: 'listNetStays',
        summary: 'List stays with their net amounts, last arrival first',
        description: `For team members with the role \`owner\`, in their homes: confirmed, current and completed stays and
          no-shows. \`net\` is the total without tourist tax and without the commission of a channel; an unknown
          commission is not subtracted.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: netList,
        response: { 200: pagedSchema(netStay), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { userId, grant } = identityOf(request)
      const { property_id, from, to, departs_from, departs_to } = request.query
      await app.checkListedHome({ userId, grant }, property_id)
      const asked = { user_id: userId, homes: homesOf(request), property_id, from, to, departs_from, departs_to }
      return listPage(
        request,
        request.query,
        (page) => queries.reservations.listNet(app.db, { ...asked, ...page }),
        ({ net_cents, total: _total, ...row }) => ({ ...row, net: fromCents(net_cents) }),
      )
    },
  )
}
