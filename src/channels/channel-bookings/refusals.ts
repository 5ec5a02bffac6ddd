import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    badSecret: { status: 401, fr: 'Secret de webhook inconnu.', en: 'Unknown webhook secret.' },
  },
} satisfies ModuleTexts
