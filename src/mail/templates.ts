import { z } from 'zod'
import { escapeHtml } from '../http/html.ts'
import { inLocale, type Locale, type Text } from '../http/locale.ts'
import { oneLine } from '../lib/text.ts'

const link = z.string()
const code = z.string()

export const mailTemplate = z.discriminatedUnion('template', [
  z.object({ template: z.literal('verification'), link, code }),
  z.object({ template: z.literal('password_reset'), code, link }),
  z.object({ template: z.literal('password_changed'), link }),
  z.object({ template: z.literal('email_changed'), link }),
  z.object({ template: z.literal('notification'), title: z.string(), message: z.string(), link }),
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

const UNSUBSCRIBE: Text = ['Ne plus recevoir ces e-mails', 'Stop these e-mails']
const SIGNATURE: Text = ['L’équipe Séjour', 'The Séjour team']

/**
 * Subject, plain text, HTML and headers of a mail. With `unsubscribe`, its foot has that link, and its headers let mail
 * programs show a button of their own (RFC 8058). Pure.
 */
export function renderMail(content: MailTemplate, locale: Locale, unsubscribe?: string): RenderedMail {
  const letter = compose(content, (fr, en) => inLocale([fr, en], locale))
  const closing = inLocale(SIGNATURE, locale)
  const end = unsubscribe === undefined ? undefined : { label: inLocale(UNSUBSCRIBE, locale), link: unsubscribe }
  const lines = [...letter.paragraphs, linkLine(letter.action), closing, ...(end ? [linkLine(end)] : [])]
  return {
    subject: oneLine(letter.subject),
    text: lines.join('\n\n'),
    html: page(letter, closing, end, locale),
    headers: end ? { 'List-Unsubscribe': `<${end.link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
  }
}

const linkLine = ({ label, link }: Link): string => `${label} : ${link}`

type Translate = (fr: string, en: string) => string

function compose(content: MailTemplate, t: Translate): Letter {
  const action = { label: t('Ouvrir Séjour', 'Open Séjour'), link: content.link }
  switch (content.template) {
    case 'notification':
      return { subject: content.title, paragraphs: [content.message], action }
    case 'unread_messages': {
      const { sender, count, excerpts } = content
      const more = count - excerpts.length
      return {
        subject:
          count === 1
            ? t(`Un message de ${sender}`, `A message from ${sender}`)
            : t(`${count} messages de ${sender}`, `${count} messages from ${sender}`),
        paragraphs: more > 0 ? [...excerpts, t(`Et ${more} de plus.`, `And ${more} more.`)] : excerpts,
        action,
      }
    }
    case 'password_reset':
      return {
        subject: t('Votre code de réinitialisation', 'Your reset code'),
        paragraphs: [
          greeting(t),
          t(
            `Votre code : ${content.code}. Il est valable 15 minutes.`,
            `Your code: ${content.code}. It is valid for 15 minutes.`,
          ),
          t('Si vous n’avez rien demandé, ignorez ce message.', 'If you did not ask for it, ignore this message.'),
        ],
        action,
      }
    case 'password_changed':
      return {
        subject: t('Votre mot de passe a changé', 'Your password has changed'),
        paragraphs: [
          greeting(t),
          t(
            'Votre mot de passe vient d’être modifié et tous vos appareils ont été déconnectés.',
            'Your password has just been changed, and all your devices were signed out.',
          ),
          undoHint(t),
        ],
        action: undo(content, t),
      }
    case 'email_changed':
      return {
        subject: t('Votre adresse e-mail a changé', 'Your e-mail address has changed'),
        paragraphs: [
          greeting(t),
          t(
            'L’adresse de votre compte vient d’être remplacée : celle-ci ne permet plus de s’y connecter.',
            'The address of your account has just been replaced: this one no longer signs in to it.',
          ),
          undoHint(t),
        ],
        action: undo(content, t),
      }
    case 'verification':
      return {
        subject: t('Confirmez votre adresse e-mail', 'Confirm your e-mail address'),
        paragraphs: [
          greeting(t),
          t(
            `Confirmez votre adresse avec le lien ci-dessous, ou avec ce code : ${content.code}`,
            `Confirm your address with the link below, or with this code: ${content.code}`,
          ),
          t('Le lien et le code sont valables 24 heures.', 'The link and the code are valid for 24 hours.'),
          t('Si vous n’avez rien demandé, n’ouvrez pas ce lien.', 'If you did not ask for it, do not open this link.'),
        ],
        action: { label: t('Confirmer mon adresse', 'Confirm my address'), link: content.link },
      }
  }
}

/** Without a name: these mails go to addresses that are not verified, where a name could be an advertisement. */
const greeting = (t: Translate): string => t('Bonjour,', 'Hello,')

const undo = ({ link }: { link: string }, t: Translate) => ({ label: t('Ce n’était pas moi', 'This was not me'), link })

const undoHint = (t: Translate): string =>
  t(
    'Si ce n’était pas vous, annulez ce changement avec le lien ci-dessous, valable 72 heures.',
    'If this was not you, undo the change with the link below, valid for 72 hours.',
  )

function page({ subject, paragraphs, action }: Letter, closing: string, end: Link | undefined, locale: Locale): string {
  const body = [...paragraphs, closing].map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`)
  const button =
    `<p style="margin:0 0 24px"><a href="${escapeHtml(action.link)}" style="background:#1f5c4d;color:#fff;` +
    `padding:12px 20px;border-radius:6px;text-decoration:none">${escapeHtml(action.label)}</a></p>`
  const foot = end
    ? `<p style="margin:24px 0 0;font-size:13px"><a href="${escapeHtml(end.link)}" style="color:#5c6b66">${escapeHtml(end.label)}</a></p>`
    : ''
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    '<body style="margin:0;background:#f4f1ea;font-family:Georgia,serif;color:#22332e">' +
    '<div style="max-width:560px;margin:32px auto;background:#fff;padding:32px;border-radius:8px;line-height:1.5">' +
    `<h1 style="font-size:22px;margin:0 0 20px">${escapeHtml(subject)}</h1>` +
    `${body.slice(0, -1).join('')}${button}${body.at(-1)}${foot}</div></body></html>`
  )
}
