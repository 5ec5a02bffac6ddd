import { z } from 'zod'
import { type Brand, COLOUR, nameOf } from '../http/brand.ts'
import { escapeHtml } from '../http/html.ts'
import { oneLine, withoutAddresses } from '../lib/text.ts'
import { TEAM_ROLES } from '../locales/en/mails.ts'
import { type Locale, type Texts, texts } from '../locales/locales.ts'

const link = z.string()
const code = z.string()
const role = z.custom<keyof typeof TEAM_ROLES>((name) => typeof name === 'string' && Object.hasOwn(TEAM_ROLES, name))

const secondFactorNews = z.discriminatedUnion('what', [
  z.object({ what: z.enum(['added', 'removed']), method: z.enum(['totp', 'passkey']) }),
  z.object({ what: z.literal('recovery_code_used'), left: z.int() }),
  z.object({ what: z.enum(['recovery_codes_renewed', 'reset']) }),
])

export const mailTemplate = z.discriminatedUnion('template', [
  z.object({ template: z.literal('verification'), link, code }),
  z.object({ template: z.literal('password_reset'), code, link }),
  z.object({ template: z.literal('stay_code'), code, link }),
  z.object({
    template: z.literal('password_changed'),
    link,
    // Jobs of earlier versions have none.
    endpoints: z.array(z.string()).default([]),
    keys: z.array(z.string()).default([]),
  }),
  z.object({ template: z.literal('email_changed'), link }),
  z.object({
    template: z.literal('new_sign_in'),
    device: z.string().nullable(),
    address: z.string(),
    at: z.string(),
    link,
  }),
  z.object({ template: z.literal('second_factor'), news: secondFactorNews, link }),
  z.object({ template: z.literal('team_invitation'), role, key: z.string(), link }),
  z.object({
    template: z.literal('notification'),
    title: z.string(),
    message: z.string(),
    /** Facts that stand below the message, one a line. */
    lines: z.array(z.string()).optional(),
    link,
  }),
  z.object({
    template: z.literal('stay_message'),
    sender: z.string(),
    home: z.string(),
    days: z.string(),
    message: z.string(),
    link,
  }),
  z.object({
    template: z.literal('unread_messages'),
    sender: z.string(),
    excerpts: z.array(z.string()),
    count: z.int(),
    link,
  }),
])

export type MailTemplate = z.infer<typeof mailTemplate>

export interface RenderedMail {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** The name beside the address that sends; undefined: that of the installation. */
  from_name?: string
  reply_to?: string
}

interface Letter {
  subject: string
  paragraphs: string[]
  action: Link
}

interface Link {
  label: string
  link: string
}

/**
 * No program answers such a mail with one of its own, and no holiday reply comes back (RFC 3834 of August 2004, section 5; its list of keywords at
 * the IANA was last changed on 2 February 2009 when it was read on 28 November 2026).
 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/**
 * Subject, plain text, HTML and headers of a mail. With `unsubscribe`, its foot has that link, and its headers let mail
 * programs show a button of their own (RFC 8058). A brand signs it. Pure.
 */
export function renderMail(
  content: MailTemplate,
  locale: Locale,
  { unsubscribe, brand }: { unsubscribe?: string | undefined; brand?: Brand | undefined } = {},
): RenderedMail {
  const { mails } = texts(locale)
  const letter = compose(content, mails, nameOf(brand))
  const closing = mails.signature(brand?.name)
  const legal = [brand?.site, brand?.legal].filter((line) => typeof line === 'string')
  const end = unsubscribe === undefined ? undefined : { label: mails.unsubscribe, link: unsubscribe }
  const lines = [
    ...letter.paragraphs,
    linkLine(letter.action, locale),
    [closing, ...legal].join('\n'),
    ...(end ? [linkLine(end, locale)] : []),
  ]
  return {
    subject: withoutAddresses(oneLine(letter.subject)),
    text: lines.join('\n\n'),
    html: page(letter, { closing, legal, end, brand }, locale),
    ...(brand && {
      from_name: withoutAddresses(brand.name),
      ...(brand.reply_to !== null && { reply_to: brand.reply_to }),
    }),
    headers: {
      ...AUTOMATIC,
      ...(end && { 'List-Unsubscribe': `<${end.link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }
}

/** A link in plain text. French puts a space before the colon. */
const linkLine = ({ label, link }: Link, locale: Locale): string =>
  texts(locale).documents.labelled({ label, value: link })

function compose(content: MailTemplate, text: Texts['mails'], name: string): Letter {
  const action = { label: text.open(name), link: content.link }
  const undo = { label: text.undo, link: content.link }
  switch (content.template) {
    case 'notification':
      return {
        subject: content.title,
        paragraphs: content.lines?.length ? [content.message, content.lines.join('\n')] : [content.message],
        action,
      }
    case 'stay_message': {
      const { subject, action: label, note } = text.stay_message
      return { subject: subject(content), paragraphs: [content.message, note], action: { ...action, label } }
    }
    case 'unread_messages': {
      const { excerpts } = content
      const more = content.count - excerpts.length
      const { subject, more: andMore } = text.unread_messages
      return { subject: subject(content), paragraphs: more > 0 ? [...excerpts, andMore(more)] : excerpts, action }
    }
    case 'password_reset': {
      const { subject, paragraphs } = text.password_reset
      return { subject, paragraphs: [text.greeting, ...paragraphs(content)], action }
    }
    case 'stay_code': {
      const { subject, paragraphs } = text.stay_code
      return { subject, paragraphs: [text.greeting, ...paragraphs(content)], action }
    }
    case 'password_changed': {
      const { subject, paragraphs } = text.password_changed
      return { subject, paragraphs: [text.greeting, ...paragraphs(content), text.undoHint], action: undo }
    }
    case 'email_changed': {
      const { subject, paragraph } = text.email_changed
      return { subject, paragraphs: [text.greeting, paragraph, text.undoHint], action: undo }
    }
    case 'new_sign_in': {
      const { subject, paragraphs } = text.new_sign_in
      return { subject, paragraphs: [text.greeting, ...paragraphs(content)], action }
    }
    case 'second_factor': {
      const { subject, paragraph, ifNot } = text.second_factor
      return { subject, paragraphs: [text.greeting, paragraph(content.news), ifNot], action }
    }
    case 'team_invitation': {
      const { subject, paragraphs, action: label } = text.team_invitation
      return { subject, paragraphs: [text.greeting, ...paragraphs(content)], action: { ...action, label } }
    }
    case 'verification': {
      const { subject, paragraphs, action: label } = text.verification
      return { subject, paragraphs: [text.greeting, ...paragraphs(content)], action: { ...action, label } }
    }
  }
}

interface Frame {
  closing: string
  legal: string[]
  end: Link | undefined
  brand: Brand | undefined
}

function page({ subject, paragraphs, action }: Letter, { closing, legal, end, brand }: Frame, locale: Locale): string {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`)
  const colour = brand?.colour ?? COLOUR
  const logo =
    typeof brand?.logo_url === 'string'
      ? `<p style="margin:0 0 20px"><img src="${escapeHtml(brand.logo_url)}" alt="${escapeHtml(brand.name)}" style="max-height:64px;max-width:240px"></p>`
      : ''
  const button =
    `<p style="margin:0 0 24px"><a href="${escapeHtml(action.link)}" style="background:${colour};color:#fff;` +
    `padding:12px 20px;border-radius:6px;text-decoration:none">${escapeHtml(action.label)}</a></p>`
  const small = (content: string) => `<p style="margin:24px 0 0;font-size:13px;color:#5c6b66">${content}</p>`
  const foot = [
    ...(legal.length > 0 ? [small(legal.map(escapeHtml).join('<br>'))] : []),
    ...(end ? [small(`<a href="${escapeHtml(end.link)}" style="color:#5c6b66">${escapeHtml(end.label)}</a>`)] : []),
  ]
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    '<body style="margin:0;background:#f4f1ea;font-family:Georgia,serif;color:#22332e">' +
    '<div style="max-width:560px;margin:32px auto;background:#fff;padding:32px;border-radius:8px;line-height:1.5">' +
    `${logo}<h1 style="font-size:22px;margin:0 0 20px">${escapeHtml(subject)}</h1>` +
    `${body.join('')}${button}<p style="margin:0 0 16px">${escapeHtml(closing)}</p>${foot.join('')}</div></body></html>`
  )
}
