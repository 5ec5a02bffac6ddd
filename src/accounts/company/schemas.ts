import { z } from 'zod'
import { carriesWhite } from '../../platform/http/brand.ts'
import { httpUrl, shownEmail, shownUrl, spacedLine } from '../../platform/http/fields.ts'
import { imageFile } from '../../platform/storage/forms.ts'
import { email } from '../auth/schemas.ts'

export const company = z
  .object({
    name: z.string().meta({ example: 'Les Maisons d’Ana' }),
    logo_url: shownUrl.nullable().meta({ example: 'https://sejour.example/storage/companies/5f0c2d9e.webp' }),
    colour: z.string().nullable().meta({ example: '#7a2e1d' }),
    site: shownUrl.nullable().meta({ example: 'https://maisons-ana.example/' }),
    reply_to: shownEmail.nullable().meta({ example: 'bonjour@maisons-ana.example' }),
    legal: z.string().nullable().meta({ example: 'Maisons d’Ana SARL, RCS Lyon 123 456 789' }),
  })
  .meta({ id: 'Company', description: 'What guests read of a company: on mails, pages and documents' })

/** The part of a company that everybody reads at its homes. */
export const shownCompany = company
  .pick({ name: true, logo_url: true, site: true })
  .meta({ id: 'CompanyOfHome', description: 'Company that lets the home' })

/** All fields but the logo, which stays unless it is sent. */
export const companyChange = z
  .object({
    name: spacedLine(100).refine((name) => !/[@<>]/.test(name), 'companyName'),
    logo: imageFile
      .nullable()
      .optional()
      .meta({ type: ['string', 'null'], format: 'binary', description: 'Picture; `null` removes it' }),
    colour: z
      .string()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, { error: 'colour', abort: true })
      .refine(carriesWhite, 'paleColour')
      .nullable()
      .optional()
      .meta({
        type: ['string', 'null'],
        pattern: '^#[0-9A-Fa-f]{6}$',
        description: 'Colour of buttons and links; white text on it has a contrast of 4.5 : 1',
        example: '#7a2e1d',
      }),
    site: httpUrl.nullable().optional().meta({ description: 'Website', example: 'https://maisons-ana.example/' }),
    reply_to: email.nullable().optional().meta({
      description: 'Address for answers to mails',
      example: 'bonjour@maisons-ana.example',
    }),
    legal: spacedLine(500).nullable().optional().meta({
      description: 'Line below mails, pages and documents',
      example: 'Maisons d’Ana SARL, RCS Lyon 123 456 789',
    }),
  })
  .meta({ id: 'CompanyChange', example: { name: 'Les Maisons d’Ana', colour: '#7a2e1d' } })

export type CompanyChange = z.infer<typeof companyChange>
