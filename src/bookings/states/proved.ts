/** Addresses of guests without an account, and who is known to read them (docs/security.md, "Proved addresses"). Pure. */

/**
 * The address of a guest as somebody typed it, with their scopes (null: everything), the one that was proved last, and the one of before it was
 * changed, '' for none.
 */
export interface GuestAddress {
  email: string | null
  email_scopes: readonly string[] | null
  proved_email: string | null
  previous_email: string | null
}

const isSame = (one: string | null, other: string | null): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase()

/** True if an address may be mailed words that people typed. */
export const isProved = ({ email, proved_email }: Pick<GuestAddress, 'email' | 'proved_email'>): boolean =>
  isSame(email, proved_email)

/**
 * The address to which a code for what needs a scope is mailed: that of the stay once it is proved, unless it was typed by somebody without the
 * scope; else the one of before. null: there is none.
 */
export function codeAddress(address: GuestAddress, scope: string): string | null {
  const { email, email_scopes, proved_email, previous_email } = address
  if (isProved(address) && (email_scopes?.includes(scope) ?? true)) return email
  // An intruder can prove one address of their own after the other: the proved one is that of the guest only where none was changed here.
  const before = previous_email ?? proved_email
  return before === '' || isSame(before, email) ? null : before
}
