import { createHash } from 'node:crypto'
import { z } from 'zod'
import { askForChange } from '../../bookings/reservations/change-requests.ts'
import { showAsked } from '../../bookings/reservations/change-schemas.ts'
import { findQuote } from '../../bookings/reservations/quotes.ts'
import { cancellationResult, handBooked } from '../../bookings/reservations/schemas.ts'
import { stayOf } from '../../bookings/states/lock-stay.ts'
import { isOfCompany } from '../../bookings/states/stay-link.ts'
import { links, stayPage, wishedChange } from '../../hosting/stay-page/schemas.ts'
import { mayChange, type Opened, ofGuest, openLink } from '../../hosting/stay-page/view.ts'
import { doneSchema, envelopeSchema } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageMeta } from '../../platform/http/pages.ts'
import { reaches } from '../../platform/http/scopes.ts'
import { type Caller, refusalOf, ToolRefusal } from './calls.ts'
import { shownHome } from './homes.ts'
import { confirm, handle, party, someDays, type Tool, tool } from './tool.ts'

/** Time to open the page of the payment; its checkout closes five minutes before. */
const HOLD_MINUTES = 30
/** Unpaid stays at the homes of a key beyond which its assistants hold none: the company's own pages need the others. */
const MOST_UNPAID = 25

/** Runs work of this process, whose refusals become those of a tool. */
const refusing = async <T>({ locale }: Caller, work: () => Promise<T>): Promise<T> =>
  work().catch((error: Error) => {
    throw error instanceof ToolRefusal ? error : refusalOf(error, locale)
  })

/** Opens a handle of a home of the key. */
async function open({ app, grant }: Caller, key: string): Promise<Opened> {
  const opened = await openLink(app, key)
  if (!reaches({ grant }, opened.stay.property_id)) throw new AppError('notFound')
  return opened
}

const shownStay = envelopeSchema(stayPage)

async function readStay(caller: Caller, key: string) {
  await refusing(caller, () => open(caller, key))
  return (await caller.get(`/stay/${key}`, shownStay, 'guest')).data
}

const pageOf = ({ app }: Caller, key: string): string => app.addressOf('showStayPage', { key })

const held = z.looseObject({ payment_url: z.string() })

const counted = z.object({ meta: pageMeta.pick({ total: true }) })

/** Refuses a home that its own guests could not book at once, and holds beyond what the company leaves to assistants. */
async function assertHoldable(caller: Caller, property_id: string): Promise<void> {
  const { instant_book, url } = (await caller.get(`/properties/${property_id}`, shownHome)).data
  if (!instant_book)
    throw new ToolRefusal(`This home is booked on request. Send the person to ${url ?? 'the company'}.`)
  const { meta } = await caller.get('/reservations?as=owner&status=pending&per_page=1', counted)
  if (meta.total >= MOST_UNPAID)
    throw new ToolRefusal('Too many stays wait for their payment. Try again in half an hour.')
}

const holdStay = tool({
  name: 'hold_stay',
  description:
    'Holds the nights of a quote for half an hour. The person pays at payment_url; only then the stay is booked. Ask for their real name and e-mail first. Calling it again with the same words holds once.',
  books: true,
  writes: 'adds',
  input: z.strictObject({
    quote: z.uuid(),
    name: z.string().min(1).max(255),
    email: z.string().max(255),
    phone: z.string().max(40).optional(),
    language: z.string().max(35).optional().meta({ description: 'Of the mails: en, fr' }),
  }),
  async run(caller, { quote, ...guest }) {
    const { property_id, check_in, check_out, adults, children, infants } = await refusing(caller, () =>
      findQuote(caller.app.db, quote),
    )
    await assertHoldable(caller, property_id)
    const party = { adults, children, infants }
    const body = { quote_id: quote, check_in, check_out, ...party, guest, hold_minutes: HOLD_MINUTES }
    const once = createHash('sha256').update(JSON.stringify(body)).digest('hex')
    const booked = await caller.post(`/properties/${property_id}/reservations`, body, envelopeSchema(handBooked), {
      once,
    })
    const { reservation_id, payment_url, hold_expires_at } = booked.data
    const link = await caller.get(`/reservations/${reservation_id}/link`, envelopeSchema(links))
    const { url: page } = link.data
    const key = page.slice(page.lastIndexOf('/') + 1)
    // The same words get the first answer, when the hold may be over.
    const { status } = await readStay(caller, key)
    if (status !== 'pending' && status !== 'confirmed')
      throw new ToolRefusal('This hold has ended. Call quote_stay again, and hold_stay with the new quote.')
    return { handle: key, status, payment_url, held_until: hold_expires_at, page }
  },
  opening(answer) {
    const url = held.safeParse(answer).data?.payment_url
    return url === undefined ? undefined : { url, message: 'Pay here to book the stay.' }
  },
})

const getStay = tool({
  name: 'get_stay',
  description: 'The state of a stay, what is paid, and what is to pay where.',
  books: true,
  input: z.strictObject({ handle }),
  async run(caller, { handle: key }) {
    const { property, money, cancellation, change_request, ...stay } = await readStay(caller, key)
    const { status, check_in, check_out, adults, children, infants } = stay
    return {
      ...{ status, home: property.title, town: property.city, address: property.address },
      ...{ check_in, check_out, adults, children, infants },
      ...{ arrival_from: property.check_in_time, departure_until: property.check_out_time },
      ...(money && { currency: money.currency, total: money.total, paid: money.paid, to_pay: money.payments }),
      ...(cancellation && { refund_if_cancelled_today: cancellation.refund_today }),
      ...(change_request && { change_asked: change_request.status }),
      page: pageOf(caller, key),
    }
  },
})

const changeStay = tool({
  name: 'change_stay',
  description:
    'Asks the company for other days or guests. First shows the new price; with confirm and that total it is asked. The company answers by mail.',
  books: true,
  writes: 'adds',
  input: z.strictObject({ handle, ...someDays, ...party, confirm, total: z.number().optional() }),
  async run(caller, { handle: key, confirm: isConfirmed = false, total, ...change }) {
    const { change_request, preview } = await refusing(caller, async () => {
      const opened = await open(caller, key)
      const stay = ofGuest(opened, 'reservations.write')
      if (!mayChange(stay)) throw new AppError(stay.source === 'channel' ? 'changeAtChannel' : 'illegalMove')
      const wanted = wishedChange.safeParse(change)
      if (!wanted.success) throw new ToolRefusal(z.prettifyError(wanted.error))
      const ask = async (dry_run: boolean) => {
        const how = { by_company_link: isOfCompany(opened.link), dry_run }
        const shown = await askForChange(caller.app, stayOf(stay.id), wanted.data, how)
        return showAsked(shown.change_request, shown.preview)
      }
      const priced = await ask(true)
      if (!isConfirmed) return priced
      const { after, currency } = priced.preview
      if (after.total !== total)
        throw new ToolRefusal(
          `The new total is ${after.total} ${currency}. If the person agrees, confirm with this total.`,
        )
      return ask(false)
    })
    const { currency, due, refund } = preview
    const [before, after] = [preview.before, preview.after].map(({ property_id: _, ...version }) => version)
    const next = isConfirmed
      ? 'Asked. The company answers by mail; get_stay shows it.'
      : 'Nothing is asked yet: call again with confirm and the total of `after`.'
    return { before, after, currency, due, refund, asked: change_request?.status ?? null, next }
  },
})

const cancelStay = tool({
  name: 'cancel_stay',
  description:
    'Cancels a stay. First shows the refund; with confirm the guest is mailed a code, and with confirm and that code the stay is cancelled.',
  books: true,
  writes: 'destroys',
  input: z.strictObject({ handle, confirm, code: z.string().max(20).optional() }),
  async run(caller, { handle: key, confirm: isConfirmed = false, code }) {
    const { cancellation, money } = await readStay(caller, key)
    const refund = { refund_today: cancellation?.refund_today ?? 0, currency: money?.currency }
    if (!cancellation) throw new ToolRefusal('This stay cannot be cancelled here. get_stay says what it is now.')
    if (!isConfirmed) return { ...refund, next: 'Nothing is cancelled yet: call again with confirm.' }
    if (code === undefined) {
      const { message } = await caller.post(`/stay/${key}/codes`, {}, doneSchema, 'guest')
      return {
        ...refund,
        message,
        next: 'Ask the guest for the code of this mail, and call again with confirm and code. If it has a link instead, they finish there.',
      }
    }
    return (await caller.post(`/stay/${key}/cancel`, { code }, envelopeSchema(cancellationResult), 'guest')).data
  },
})

/** Tools of the second switch. */
export const STAY_TOOLS: Tool[] = [holdStay, getStay, changeStay, cancelStay]
