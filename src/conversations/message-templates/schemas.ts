import { z } from 'zod'
import { LOCALE, TEMPLATE_TRIGGER } from '../../platform/db/enums.ts'
import type { queries } from '../../platform/db/queries.ts'
import { envelopeSchema } from '../../platform/http/envelope.ts'
import { integerId, line, shownUuid, timestamp, uuid } from '../../platform/http/fields.ts'
import { at, HOME, STAY } from '../../reference/examples/demo.ts'
import { MAX_CONTENT } from '../messages/schemas.ts'
import { UNSENT } from '../stay-messages/write.ts'
import { hasStrayBrace, unknownVariables, VARIABLES } from './fill.ts'

const MAX_TEXT = 4_000
const MAX_HOMES = 1_000

const text = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TEXT)
  .refine((value) => unknownVariables(value).length === 0, 'templateVariable')
  .refine((value) => !hasStrayBrace(value), 'strayBrace')

const texts = z
  .object({ fr: text.exactOptional(), en: text.exactOptional() })
  .refine((written) => LOCALE.some((locale) => written[locale] !== undefined), {
    path: ['fr'],
    error: 'oneRequired',
    params: { values: LOCALE },
  })
  .meta({
    id: 'TemplateTexts',
    description: `By language; guests get theirs, or else the other one. Variables: ${VARIABLES.map((name) => `\`{${name}}\``).join(', ')}`,
    example: { en: 'Hello {guest_name}, your stay at {home} begins on {check_in}, from {check_in_time}.' },
  })

const trigger = z.enum(TEMPLATE_TRIGGER).meta({
  id: 'TemplateTrigger',
  description: `\`confirmed\`, \`balance_paid\` and \`review_due\` (the stay is completed) are sent when it happens, \`arrival\` and
    \`departure\` by \`days\` and \`hour\``,
})

const fields = {
  name: line(100).meta({ example: 'Before arrival' }),
  property_ids: z
    .array(uuid)
    .min(1)
    .max(MAX_HOMES)
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .meta({ description: 'For which homes; null: all', example: null }),
  trigger: trigger.meta({ example: 'arrival' }),
  days: z
    .int()
    .min(-90)
    .max(30)
    .meta({ description: 'Days before (negative) or after arrival or departure', example: -3 }),
  hour: z.int().min(0).max(23).meta({ description: 'Hour at the home', example: 9 }),
  texts,
  is_active: z.boolean().meta({ example: true }),
}

export const newTemplate = z.object({
  ...fields,
  property_ids: fields.property_ids.default(null),
  days: fields.days.default(0),
  hour: fields.hour.default(9),
  is_active: fields.is_active.default(true),
})
export type NewTemplate = z.output<typeof newTemplate>

export const templateChange = z
  .object({
    name: fields.name.exactOptional(),
    property_ids: fields.property_ids.exactOptional(),
    trigger: fields.trigger.exactOptional(),
    days: fields.days.exactOptional(),
    hour: fields.hour.exactOptional(),
    texts: fields.texts.exactOptional(),
    is_active: fields.is_active.exactOptional(),
  })
  .meta({ id: 'MessageTemplateChange', example: { days: -2, hour: 18 } })
export type TemplateChange = z.output<typeof templateChange>

export const messageTemplate = z
  .object({
    id: z.int().meta({ example: 1 }),
    ...fields,
    property_ids: z
      .array(shownUuid)
      .nullable()
      .meta({ description: 'null: all homes', example: [HOME] }),
    created_at: timestamp,
  })
  .meta({ id: 'MessageTemplate' })

type Row = Awaited<ReturnType<typeof queries.messageTemplates.list>>[number]

export const showTemplate = (row: Row): z.infer<typeof messageTemplate> => ({ ...row, texts: texts.parse(row.texts) })

/** Texts as a row has them. */
export const storedTexts = texts

export const templateAnswer = envelopeSchema(messageTemplate)
export const templateParams = z.object({ id: integerId.describe('Id of the template').meta({ example: 1 }) })

export const previewBody = z.object({ reservation_id: integerId.meta({ example: STAY }) })

export const preview = z
  .object({
    content: z.string().meta({ example: 'Hello Camille, your stay at Cabanon begins on 12 March 2027, from 16:00.' }),
    locale: z.enum(LOCALE).meta({ example: 'en' }),
  })
  .meta({ id: 'TemplatePreview' })

/** A message that a template has sent at a stay, or will send. */
export const scheduledMessage = z
  .object({
    template_id: z.int().nullable().meta({ description: 'null: the template was deleted', example: 1 }),
    name: z.string().meta({ example: 'Before arrival' }),
    due_at: timestamp.meta({ description: 'By the days of the stay as they are now', example: at(60) }),
    status: z
      .enum(['scheduled', 'claimed', 'sent', 'skipped'])
      .meta({ description: '`claimed`: being written; `skipped`: `skip_reason` says why', example: 'scheduled' }),
    skip_reason: z
      .enum(['deleted', 'cancelled', ...UNSENT])
      .nullable()
      .meta({
        description: `\`mail_limit\`: the address or the account had all mails of a day; \`empty\`: nothing was left of the text;
          \`too_long\`: it had more than ${MAX_CONTENT} characters with its variables`,
        example: null,
      }),
    message_id: z.int().nullable().meta({ description: 'In the messages of the stay', example: null }),
    settled_at: timestamp.nullable().meta({ example: null }),
  })
  .meta({ id: 'ScheduledMessage' })

export type SkipReason = NonNullable<z.infer<typeof scheduledMessage>['skip_reason']>

type LogRow = Awaited<ReturnType<typeof queries.messageTemplates.listOfStay>>[number]

export const showScheduled = ({ id: _, reason, ...row }: LogRow): z.infer<typeof scheduledMessage> => ({
  ...row,
  status: row.status ?? 'scheduled',
  skip_reason: scheduledMessage.shape.skip_reason.parse(reason),
})
