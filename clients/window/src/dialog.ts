import { html, render } from 'lit-html'
import { accounts } from './account-texts.ts'

/** A question before something final: its name, and the label of the words that it needs. */
export interface Question {
  action: string
  label?: string
}

/** Asks in a dialog of the page. @returns the typed words; undefined if the person goes back */
export async function askFor({ action, label }: Question): Promise<string | undefined> {
  const dialog = document.createElement('dialog')
  Object.assign(dialog, { className: 'card question', ariaLabel: action })
  render(
    html`<form method="dialog">
      <h2>${action}</h2>
      ${label === undefined ? html`<p>${accounts.sure}</p>` : html`<label>${label}<textarea rows="2" required maxlength="500"></textarea></label>`}
      <div class="actions">
        <button class=${label === undefined ? 'danger' : ''} value="go">${action}</button>
        <button class="second" value="" formnovalidate ?autofocus=${label === undefined}>${accounts.back}</button>
      </div>
    </form>`,
    dialog,
  )
  document.body.append(dialog)
  dialog.showModal()
  await new Promise((done) => dialog.addEventListener('close', done, { once: true }))
  dialog.remove()
  return dialog.returnValue === 'go' ? (dialog.querySelector('textarea')?.value.trim() ?? '') : undefined
}
