import { z } from 'zod'
import { email, phone } from '../../accounts/auth/schemas.ts'
import { guests, MAX_NIGHTS } from '../../homes/rates/price-schemas.ts'
import { ELSEWHERE } from '../../money/payments/methods.ts'
import { RESERVATION_SOURCE } from '../../platform/db/enums.ts'
import type { FieldMessageKey } from '../../platform/http/errors.ts'
import { day, line, money, prose, spacedLine } from '../../platform/http/fields.ts'
import { daysBetween } from '../../platform/lib/days.ts'
import { kindsOf } from './cells.ts'
import { MAX_EXTERNAL_ID } from './homes.ts'

/** A row of a file of stays: amounts in cents. */
export const stayRow = z
  .object({
    external_id: line(MAX_EXTERNAL_ID),
    property: line(MAX_EXTERNAL_ID),
    status: z.enum(['confirmed', 'cancelled']).default('confirmed'),
    source: z.enum(RESERVATION_SOURCE).default('direct'),
    channel: spacedLine(100).optional(),
    channel_code: spacedLine(100).optional(),
    guest_name: spacedLine(255),
    guest_email: email.optional(),
    guest_phone: phone.optional(),
    check_in: day,
    check_out: day,
    ...guests,
    total: money,
    cleaning: money.default(0),
    tourist_tax: money.default(0),
    commission: money.optional(),
    paid: money.default(0),
    paid_by: z.enum(ELSEWHERE).optional(),
    collect: z.boolean().default(false),
    note: prose(5_000).optional(),
  })
  .superRefine((row, context) => {
    const refuse = (field: keyof typeof row, message: FieldMessageKey, params?: { limit: number }) =>
      context.addIssue({ code: 'custom', path: [field], message, ...(params && { params }) })
    const nights = daysBetween(row.check_in, row.check_out)
    if (nights < 1) refuse('check_out', 'checkOutAfterCheckIn')
    if (nights > MAX_NIGHTS) refuse('check_out', 'stayTooLong', { limit: MAX_NIGHTS })
    if (row.cleaning + row.tourist_tax > row.total) refuse('total', 'belowFees')
    if (row.paid > row.total) refuse('paid', 'aboveTotal')
    if (row.paid > 0 && row.paid_by === undefined) refuse('paid_by', 'required')
    const isOfChannel = row.source === 'channel'
    if (isOfChannel && row.channel === undefined) refuse('channel', 'required')
    if (isOfChannel && row.channel_code === undefined) refuse('channel_code', 'required')
    if (!isOfChannel && row.channel !== undefined) refuse('channel', 'ofChannel')
    if (!isOfChannel && row.channel_code !== undefined) refuse('channel_code', 'ofChannel')
    if (!isOfChannel && row.commission !== undefined) refuse('commission', 'ofChannel')
    if (!row.collect) return
    if (isOfChannel || row.status === 'cancelled') refuse('collect', 'collectsDirect')
    if (row.guest_email === undefined) refuse('guest_email', 'required')
  })
export type StayRow = z.output<typeof stayRow>

export const STAY_KINDS = kindsOf(stayRow)
export const STAY_COLUMNS: readonly string[] = Object.keys(stayRow.shape)
