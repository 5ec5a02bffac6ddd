import { html, nothing, svg, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, bodyOf, dataOf, type Schemas, sejour } from '../client.ts'
import { moment } from '../format.ts'
import { act, ask, fieldsOf, focusHeading, isSure, page, redraw, tell } from '../page.ts'
import { makePasskey } from '../passkeys.ts'
import { qrCode } from '../qr.ts'
import { t } from '../texts.ts'

const FACTOR = '/api/v1/auth/second-factor'

/** The second factor of the account: an authenticator and passkeys, and the recovery codes that come with the first of them. */
export function factorParts() {
  let status: Schemas['SecondFactor'] | undefined
  let passkeys: Schemas['Passkey'][] = []
  /** The secret of an authenticator that is not confirmed yet. */
  let secret: { secret: string; uri: string } | undefined
  let recovery: string[] = []

  const read = async () => {
    const [factor, keys] = await Promise.all([api.GET(FACTOR), api.GET(`${FACTOR}/passkeys`)])
    status = dataOf(factor)
    passkeys = dataOf(keys)
    redraw()
  }
  /** An account with a second factor proves it by a code before it changes one. undefined: the person has left it */
  const proofOf = async (): Promise<{ code: string } | null | undefined> => {
    if (!status?.is_enabled) return null
    const code = await ask({ action: accounts.security.confirm, label: accounts.security.proof })
    return code ? { code } : undefined
  }
  /** All other sessions have ended; this one goes on with a new token. */
  async function keep(made: { token: string; expires_at: string; recovery_codes: string[] }): Promise<void> {
    const { token, expires_at, recovery_codes } = made
    await sejour.session.keep({ token, expires_at, id: page.me?.id ?? 0 })
    recovery = recovery_codes
    secret = undefined
    await read()
    if (recovery.length > 0) focusHeading('.recovery h3')
  }

  const begin = () =>
    act(async () => {
      const proof = await proofOf()
      if (proof === undefined) return
      secret = dataOf(await api.POST(`${FACTOR}/totp`, { body: { proof } }))
      redraw()
      focusHeading('.authenticator h3')
    })
  const confirmCode = (event: SubmitEvent) => {
    const { code = '' } = fieldsOf(event)
    return act(async () => keep(dataOf(await api.POST(`${FACTOR}/totp/confirm`, { body: { code } }))))
  }
  const addPasskey = (event: SubmitEvent) => {
    const { name = '' } = fieldsOf(event)
    return act(async () => {
      const proof = await proofOf()
      if (proof === undefined) return
      const options = dataOf(await api.POST(`${FACTOR}/passkeys/registration-options`, { body: { proof } }))
      const passkey = await makePasskey(options)
      await keep(dataOf(await api.POST(`${FACTOR}/passkeys`, { body: { name, passkey } })))
    })
  }
  const remove = (name: string, work: (proof: { code: string }) => Promise<unknown>) =>
    act(async () => {
      if (!(await isSure(name))) return
      const proof = await proofOf()
      if (!proof) return
      await work(proof)
      await read()
      tell(t.saved)
    })
  const removeTotp = () =>
    remove(accounts.security.removeTotp, async (body) => bodyOf(await api.DELETE(`${FACTOR}/totp`, { body })))
  const removePasskey = ({ id, name }: Schemas['Passkey']) =>
    remove(`${t.trip.remove} ${name}`, async (body) =>
      bodyOf(await api.DELETE(`${FACTOR}/passkeys/{id}`, { params: { path: { id } }, body })),
    )

  const picture = (uri: string): TemplateResult | typeof nothing => {
    const code = qrCode(uri)
    if (!code) return nothing
    const { path, size } = code
    // Four modules around it stay white.
    return html`<svg class="qr" viewBox="-4 -4 ${size + 8} ${size + 8}" role="img" aria-label=${accounts.security.scan} shape-rendering="crispEdges">${svg`<path d=${path}></path>`}</svg>`
  }
  const setUp = (made: {
    secret: string
    uri: string
  }): TemplateResult => html`<form class="authenticator" @submit=${confirmCode}>
    <h3>${accounts.security.authenticator}</h3>
    <p>${accounts.security.scan}</p>
    ${picture(made.uri)}
    <p>${accounts.security.typeSecret}</p>
    <p class="code">${made.secret}</p>
    <p><a class="linked" href=${made.uri}>${accounts.security.openApp}</a></p>
    <label>${accounts.security.sixDigits}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="40" required /></label>
    <button>${accounts.security.confirm}</button>
  </form>`

  return {
    read,
    view(): TemplateResult {
      const hasTotp = status?.methods.includes('totp') ?? false
      return html`<section class="card">
        <h2>${accounts.security.second}</h2>
        <p>${status?.is_enabled ? accounts.security.on(status.recovery_codes_left) : accounts.security.off}</p>
        ${
          recovery.length === 0
            ? nothing
            : html`<div class="say recovery"><div><h3>${accounts.security.recovery}</h3><p>${accounts.security.once}</p>
              <ul class="code">${recovery.map((code) => html`<li>${code}</li>`)}</ul></div></div>`
        }
        ${
          secret
            ? setUp(secret)
            : hasTotp
              ? html`<button type="button" class="danger" @click=${removeTotp}>${accounts.security.removeTotp}</button>`
              : html`<button type="button" class="second" @click=${begin}>${accounts.security.addTotp}</button>`
        }
        <ul class="plain">
          ${passkeys.map(
            (one) => html`<li>
              <span class="grow"><b>${one.name}</b><br /><small>${moment(one.created_at)}</small></span>
              <button type="button" class="danger" aria-label="${t.trip.remove} ${one.name}" @click=${() => removePasskey(one)}>${t.trip.remove}</button>
            </li>`,
          )}
        </ul>
        <form class="inline" @submit=${addPasskey}>
          <label>${accounts.security.passkeyName}<input name="name" maxlength="100" required /></label>
          <button class="second">${accounts.security.addPasskey}</button>
        </form>
      </section>`
    },
  }
}
