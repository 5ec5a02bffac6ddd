import { z } from 'zod'
import { INVOICE_KIND } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineSubject, inOrder } from '../../platform/events/subject.ts'
import { amount, shownUrl, timestamp } from '../../platform/http/fields.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { INVOICE_KEY, PAYMENT, STAY } from '../../reference/examples/demo.ts'
import type { MoneyContext } from '../context.ts'
import { documentLines, issuedOn, shownLines } from './document.ts'
import { invoiceUrl } from './invoices.ts'
import { showLines } from './vat.ts'

const data = z
  .object({
    number: z.string(),
    kind: z.enum(INVOICE_KIND),
    payment_id: z.int().meta({ example: PAYMENT }),
    reservation_id: z.int().nullable().meta({ example: STAY }),
    seller_id: z.int().nullable().meta({ description: 'null: the installation', example: null }),
    ...shownLines,
    total: amount.meta({ example: 123.26 }),
    currency: z.string().meta({ example: 'EUR' }),
    issued_at: timestamp,
    issued_on: issuedOn,
    url: shownUrl.meta({ example: `https://sejour.example/api/v1/invoices/${INVOICE_KEY}` }),
  })
  .meta({ id: 'DocumentOfStay' })

/** Documents as their owner sees them in a reservation. */
export const invoiceEvents = defineSubject({
  name: 'invoice',
  data,
  async show(context: MoneyContext, tx, facts) {
    const rows = await queries.invoices.listSome(tx, { numbers: facts.map(({ subject_id }) => subject_id) })
    return inOrder(
      facts,
      rows,
      ({ number }) => number,
      ({ key, lines, total_cents, ...document }) => ({
        ...document,
        ...showLines(documentLines.parse(lines)),
        total: fromCents(total_cents),
        url: invoiceUrl(context, key),
      }),
    )
  },
})
