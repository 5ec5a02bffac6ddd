import { z } from 'zod'
import { LOCALE } from '../../platform/db/enums.ts'
import { amount, integerId, prose, timestamp } from '../../platform/http/fields.ts'
import { at, CONTRACT } from '../../reference/examples/demo.ts'

const text = prose(50_000).meta({ example: CONTRACT.en })

/** Texts by language; none of them: no contract. */
export const contractTexts = z
  .object({ fr: text.exactOptional(), en: text.exactOptional() })
  .meta({ id: 'ContractTexts' })

export type ContractTexts = z.output<typeof contractTexts>

export const contract = z
  .object({
    version: z.int().meta({ description: 'Numbered over all contracts of an account', example: 3 }),
    of: z.enum(['company', 'home']).meta({ description: '`home`: it has its own, in place of the company’s' }),
    texts: contractTexts,
    created_at: timestamp,
  })
  .meta({ id: 'Contract' })

/** The contract that stands; null: there is none. */
export const presentContract = contract.nullable().meta({ id: 'PresentContract' })

export const contractChange = z
  .object({ texts: contractTexts })
  .meta({ id: 'ContractChange', example: { texts: CONTRACT } })

export const contractQuery = z.object({
  version: integerId.optional().describe('An earlier version, as stays name it'),
})

/** A contract that the guest of a stay has accepted. */
export const acceptedContract = z
  .object({
    version: z.int().meta({ example: 3 }),
    locale: z.enum(LOCALE).meta({ description: 'The language of the text' }),
    accepted_at: timestamp.meta({ example: at(-10) }),
    accepted_by: z.enum(['guest', 'website']).meta({
      description: '`guest`: on the page of the payment; `website`: a key said so with the booking',
    }),
  })
  .meta({ id: 'AcceptedContract' })

/** Consent of a guest without an account to keep the card of a stay. */
export const keptCard = z
  .object({
    version: z.string().meta({ description: 'Of the wording, and of its text', example: '1-0f1e2d3c4b5a' }),
    text: z.string().meta({ description: 'The words that the guest agreed to' }),
    damage_limit: amount.meta({ description: 'The most that damage is charged, of all bills together', example: 300 }),
    consented_at: timestamp.meta({ example: at(-10) }),
    is_kept: z.boolean().meta({ description: 'Whether a card is kept now' }),
    kept_at: timestamp.nullable().meta({ description: 'null: it has not paid yet' }),
    withdrawn_at: timestamp.nullable().meta({ description: 'When the guest took the consent back', example: null }),
    forgotten_at: timestamp.nullable().meta({
      description: 'Thirty days after departure, with a stay that does not take place, or with the data of the guest',
      example: null,
    }),
  })
  .meta({ id: 'KeptCard' })
