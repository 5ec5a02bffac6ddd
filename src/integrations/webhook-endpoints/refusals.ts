import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    endpointDisabled: { status: 409, fr: 'Ce point de réception est désactivé. Activez-le d’abord.', en: 'This endpoint is disabled. Enable it first.' },
  },
} satisfies ModuleTexts
