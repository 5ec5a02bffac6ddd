import { escapeHtml } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { toCents } from '../../platform/lib/money.ts'
import { texts } from '../../platform/locales/locales.ts'
import {
  area,
  button,
  card,
  codeField,
  facts,
  field,
  folded,
  form,
  link,
  momentOf,
  moneyOf,
  note,
  ofHere,
  prose,
  type Section,
} from './html.ts'
import { talk } from './talk.ts'

const days: Section = ({ page, locale }) => {
  const { stayPage, words } = texts(locale)
  const { days: text } = stayPage
  const { property, adults, children, infants } = page
  const people = [
    text.adults(adults),
    ...(children > 0 ? [text.children(children)] : []),
    ...(infants > 0 ? [text.infants(infants)] : []),
  ]
  const list = facts([
    [text.arrival, text.from({ day: words.day(page.check_in), hour: property.check_in_time })],
    [text.departure, text.until({ day: words.day(page.check_out), hour: property.check_out_time })],
    [text.people, people.join(', ')],
    [text.guest, page.guest_name],
    [text.address, property.address],
  ])
  return card(text.title, list + link(text.calendar, ofHere(page.calendar_url)))
}

const arrival: Section = (shown) => {
  const { arrival: text } = texts(shown.locale).stayPage
  const { arrival: way } = shown.page
  if (way === null) return ''
  if (way.state === 'later') return card(text.title, note(text.later({ at: momentOf(shown, way.opens_at) })))
  if (way.state === 'unpaid' || way.state === 'withheld') return card(text.title, note(text[way.state]))
  const { code, valid_from, valid_to, note: hint } = way.access_code
  const moments = [
    ...(valid_from === null ? [] : [text.validFrom({ from: momentOf(shown, valid_from) })]),
    ...(valid_to === null ? [] : [text.validTo({ to: momentOf(shown, valid_to) })]),
  ].join(' ')
  const unseen = way.identity.is_awaited ? `<h3>${escapeHtml(text.code)}</h3>${note(text.unseen)}` : ''
  const door = code === null ? unseen : `<h3>${escapeHtml(text.code)}</h3><p class="code">${escapeHtml(code)}</p>`
  const written = (title: string, body: string | null) =>
    body === null ? '' : `<h3>${escapeHtml(title)}</h3>${prose(body)}`
  const pictures = way.pictures.map(
    ({ url, width, height, caption }) =>
      `<figure><img src="${escapeHtml(ofHere(url))}" width="${width}" height="${height}" loading="lazy" alt="${escapeHtml(caption ?? '')}">${caption === null ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>`,
  )
  const wifi =
    way.wifi &&
    facts([
      [text.network, way.wifi.name],
      [text.password, way.wifi.password],
    ])
  const parts = [
    ...[door, moments && note(moments), hint === null ? '' : prose(hint)],
    ...[written(text.way, way.way), written(text.door, way.door), ...pictures],
    ...[wifi ? `<h3>${escapeHtml(text.wifi)}</h3>${wifi}` : '', written(text.contact, way.contact)],
    written(text.manual, way.manual),
  ].join('')
  return card(text.title, parts === '' ? note(text.nothing) : parts)
}

const money: Section = (shown) => {
  const { stayPage, words } = texts(shown.locale)
  const { money: text } = stayPage
  const { money: price } = shown.page
  if (price === null) return ''
  const write = moneyOf(shown)
  const list = facts([
    [text.total, write(price.total)],
    [text.paid, price.paid === null ? null : write(price.paid)],
    [text.open, price.to_pay === null ? null : write(price.to_pay)],
  ])
  const pay = price.payments.map(({ kind, amount, due_on, payment_url }) => {
    const until = due_on === null ? '' : `, ${text.dueOn({ day: words.day(due_on) })}`
    const kindOf = texts(shown.locale).labels.payment_kind[kind]
    return `<p class="soft">${escapeHtml(kindOf + until)}</p>${button(text.pay({ money: write(amount) }), payment_url)}`
  })
  const elsewhere = price.open === null && pay.length === 0 ? note(text.elsewhere) : ''
  return card(text.title, list + pay.join('') + elsewhere)
}

const documents: Section = ({ page, locale }) => {
  const { stayPage, documents: words } = texts(locale)
  if (!page.documents?.length) return ''
  const links = page.documents.map(({ number, kind, amount, currency, url }) => {
    const named = [words[kind], number].filter(Boolean).join(' ')
    return link(`${named}, ${formatMoney(toCents(amount) ?? 0, currency, locale)}`, ofHere(url))
  })
  return card(stayPage.documents, links.join(''))
}

const contract: Section = (shown) => {
  const { page, locale } = shown
  if (page.contract === null) return ''
  const { stayPage } = texts(locale)
  const { version, text, accepted_at } = page.contract
  const { contract: say } = stayPage
  const state = accepted_at === null ? say.open : say.accepted({ version, at: momentOf(shown, accepted_at) })
  return folded(shown, 'contract', say.title, note(state) + prose(text))
}

const keptCard: Section = (shown) => {
  const { page, locale, path } = shown
  if (page.card === null) return ''
  const { card: say } = texts(locale).stayPage
  const { text, is_kept, withdrawn_at, forgotten_at } = page.card
  const isOver = withdrawn_at !== null || forgotten_at !== null
  const state = isOver ? say.over : is_kept ? say.kept : say.unpaid
  return card(
    say.title,
    note(state) + prose(text) + (isOver ? '' : form(`${path}/card/withdraw`, say.withdraw, '', 'quiet')),
  )
}

const travellers: Section = ({ page, locale }) => {
  const { stayPage, words } = texts(locale)
  const { travellers: text } = stayPage
  if (page.travellers === null) return ''
  const { written_at, url } = page.travellers
  const state = written_at === null ? text.missing : text.writtenOn({ day: words.day(written_at.slice(0, 10)) })
  return card(text.title, note(state) + button(written_at === null ? text.fill : text.change, ofHere(url)))
}

const sharing: Section = (shown) => {
  const { page, locale, path } = shown
  const { sharing: text } = texts(locale).stayPage
  if (page.sharing === null || page.arrival === null) return ''
  const { url, shares_code } = page.sharing
  const value = `<input type="hidden" name="shares_code" value="${!shares_code}">`
  const toggle = form(`${path}/sharing`, shares_code ? text.hide : text.show, value, 'quiet')
  const state = shares_code ? text.shown : text.hidden
  const body = note(`${text.explained} ${state}`) + link(text.link, ofHere(url)) + toggle
  return folded(shown, 'sharing', text.title, body)
}

const change: Section = (shown) => {
  const { page, locale, path } = shown
  const { stayPage, words } = texts(locale)
  const { change: text } = stayPage
  const { change_request: asked, check_in, check_out } = page
  const last =
    asked &&
    note(
      `${text.asked({
        days: words.days(asked.after.check_in, asked.after.check_out),
        money: moneyOf(shown)(asked.after.total),
      })} ${text.states[asked.status]}`,
    ) + (asked.reason === null ? '' : prose(asked.reason))
  if (!page.may_change) return last ? card(text.title, last) : ''
  const count = (label: string, name: string, value: number, minimum: number) =>
    field(label, name, `type="number" inputmode="numeric" min="${minimum}" max="50"`, String(value))
  const fields = `<div class="pair">${field(text.check_in, 'check_in', 'type="date" required', check_in)}${field(text.check_out, 'check_out', 'type="date" required', check_out)}</div>
<div class="pair three">${count(text.adults, 'adults', page.adults, 1)}${count(text.children, 'children', page.children, 0)}${count(text.infants, 'infants', page.infants, 0)}</div>
${area(text.message, 'message', 'rows="3" maxlength="2000"')}`
  const body = note(text.explained) + form(`${path}/change-requests`, text.send, fields)
  return folded(shown, 'change', text.title, body, last ?? '')
}

const cancellation: Section = (shown) => {
  const { page, locale, path } = shown
  const { stayPage, words } = texts(locale)
  const { cancel: text } = stayPage
  if (page.view === 'travel' || page.money === null) return ''
  if (page.cancellation === null)
    return page.status === 'confirmed' ? folded(shown, 'cancel', text.title, note(text.elsewhere)) : ''
  const { terms, refund_today } = page.cancellation
  const write = moneyOf(shown)
  const steps = terms.map(({ until, refund }) => text.until({ day: words.day(until), money: write(refund) }))
  const list = [...steps, text.later].map((step) => `<li>${escapeHtml(step)}</li>`).join('')
  const body =
    (terms.length > 0 ? `<h3>${escapeHtml(text.terms)}</h3><ul>${list}</ul>` : '') +
    note(text.today({ money: write(refund_today) })) +
    note(text.explained) +
    form(`${path}/codes`, text.ask, '', 'quiet') +
    form(`${path}/cancel`, text.button, codeField(text.code), 'grave')
  return folded(shown, 'cancel', text.title, body)
}

/** The page from top to bottom. A further part of it is a further function here. */
export const SECTIONS: Section[] = [
  days,
  arrival,
  money,
  documents,
  contract,
  keptCard,
  talk,
  travellers,
  sharing,
  change,
  cancellation,
]
