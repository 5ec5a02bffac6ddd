import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { expect } from 'vitest'
import { z } from 'zod'
import { notify } from '../../../src/accounts/notifications/notify.ts'
import { NOTIFICATION_TYPE, type NotificationType } from '../../../src/platform/db/enums.ts'
import { test } from '../../support/app.ts'
import { MADE, made } from '../../support/notices.ts'

const union = z.looseObject({
  oneOf: z.array(z.object({ $ref: z.string() })),
  discriminator: z.object({ propertyName: z.literal('type'), mapping: z.record(z.string(), z.string()) }),
})

test('a notification of each type fits the one member of the union that the document names for it', async ({ t }) => {
  const { components } = (await t.call('GET', '//openapi.json')).body
  const { oneOf, discriminator } = union.parse(components.schemas.Notification)
  const ajv = new Ajv2020({ strict: false })
  ajvFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components })
  const user = await t.user()
  for (const [key, { content, data }] of MADE)
    await t.db.begin((tx) => notify(t.app, tx, { user_id: user.id, content, data, property_id: null, dedupe_key: key }))
  const { data } = (await t.call('GET', '/notifications?per_page=100', undefined, user)).body
  const told: { type: NotificationType; data: Record<string, unknown> }[] = data
  expect(told.map(({ type }) => type).toSorted()).toEqual([...NOTIFICATION_TYPE])
  for (const one of told) {
    const member = `#/components/schemas/${made(one.type).kind}Notification`
    expect(discriminator.mapping[one.type], one.type).toBe(member)
    const fitting = oneOf.filter(({ $ref }) => ajv.validate(`document${$ref}`, one))
    expect(fitting, one.type).toEqual([{ $ref: member }])
    // Without its ids it fits none.
    expect(ajv.validate(`document${member}`, { ...one, data: {} }), one.type).toBe(false)
  }
})

test('notify refuses a notification without the ids of its type', async ({ t }) => {
  const user = await t.user()
  const { content } = made('payment_received')
  const telling = t.db.begin((tx) =>
    notify(t.app, tx, { user_id: user.id, content, data: {}, property_id: null, dedupe_key: 'x' }),
  )
  await expect(telling).rejects.toThrow('payment_id')
  expect((await t.call('GET', '/notifications', undefined, user)).body.data).toEqual([])
})
