import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    invalidReset: { status: 400, fr: 'Code ou jeton de réinitialisation invalide ou expiré.', en: 'Invalid or expired reset code or token.' },
    invalidUndo: { status: 400, fr: 'Ce lien d’annulation est invalide, expiré ou a déjà servi.', en: 'This undo link is invalid, expired or already used.' },
    undoTaken: { status: 409, fr: 'Un autre compte a vérifié cette adresse entre-temps : libérez-la d’abord, le lien reste valable.', en: 'Another account has verified this address. Free it there first; this link stays valid.' },
  },
} satisfies ModuleTexts
