/** Accounts, sign-in, password resets, the profile, policies. */
export const accounts = {
  register: `The form is multipart, with an optional \`avatar\`; all wrong fields are named in one answer. The token is good at once,
    but nobody can sign in, publish a home, ask an owner or write a message before the address is verified by the mailed link or code.
    One network registers 200 accounts a day.`,
  login: `What contains \`@\` is read as an address, what is a phone number as one, everything else as a username. The token is good for
    an hour: send it as \`Authorization: Bearer …\`, and exchange it with \`POST /auth/refresh\` before \`expires_at\`. An address that is
    not verified is 403 (\`email_unverified\`), and repeated failures are 429.`,
  refreshToken: `Send the old token as the bearer. For 30 seconds it is good for every request and for ten refreshes in all, so that tabs do not
    end each other; a refresh with it after that is 401 and ends the whole session, because somebody has a copy. Refusals have \`error\`
    in place of \`message\`.`,
  logout: `Every token of this sign-in is refused from now on, those that refreshes have given too; other sign-ins of the account go on.
    The sockets of the user are closed with 4200, so that clients of other sessions connect again.`,
  completeSignIn: `A sign-in of an account with a second factor, also through a provider, is 401 with the code \`second_factor_required\` and
    \`second_factor {challenge, methods, expires_at}\`. Send the challenge within ten minutes with a \`code\`, or as \`passkey\` with what a browser has
    signed; the answer is that of \`POST /auth/login\`. A wrong one is 401 (\`wrong_code\`, \`wrong_passkey\`) and the challenge stays good; ten in a
    quarter of an hour or thirty in a day are 429.`,
  askPasskeyOfSignIn: `Where \`methods\` has \`passkey\`: pass the answer through \`PublicKeyCredential.parseRequestOptionsFromJSON\` to
    \`navigator.credentials.get({publicKey})\`, and send \`toJSON()\` of what comes back to \`POST /auth/second-factor\`. What is signed is the challenge of
    the sign-in. 503 (\`passkeys_unconfigured\`) where no page of the installation can have a passkey.`,
  getSecondFactor: `\`is_required\` is for staff where the installation asks it of them: until they have one, their token opens \`/auth/second-factor\` and
    \`/auth/logout\` only, and everything else is 403 (\`second_factor_missing\`).`,
  offerAuthenticator: `Needs a verified address and a sign-in of the last ten minutes (403 \`sign_in_again\`). Show \`uri\` as a QR code, or \`secret\` to type, then
    confirm with a code. An account with a passkey sends a \`proof\`: what it has signed for
    \`POST /auth/second-factor/passkeys/proof-options\`, or a recovery code. 409 where the account has an authenticator already: it is taken away first.`,
  confirmAuthenticator: `From now on every way to sign in asks for a code. All other sessions end and sockets close; the answer has a new token for this one, and
    with the first second factor ten recovery codes, which are shown once. The owner is mailed.`,
  deleteAuthenticator: `Needs a sign-in of the last ten minutes and a proof: a code of the authenticator, a recovery code, or what a passkey has signed. With the last
    second factor the recovery codes go too. The owner is mailed.`,
  listPasskeys: `The oldest first, twenty at most. \`is_backed_up\` says whether there are copies of it on other devices of its owner: of a phone's passkeys there
    are, of a security key's not.`,
  offerPasskey: `Needs a verified address and a sign-in of the last ten minutes (403 \`sign_in_again\`), and of an account that has a second factor already a \`proof\`:
    a \`code\`, or as \`passkey\` what one has signed. Pass the answer through \`PublicKeyCredential.parseCreationOptionsFromJSON\` to
    \`navigator.credentials.create({publicKey})\`, and send what comes back to \`POST /auth/second-factor/passkeys\` within five minutes. Newer options end those
    of before. 503 (\`passkeys_unconfigured\`) where no page of the installation can have a passkey.`,
  createPasskey: `\`passkey\` is \`toJSON()\` of what \`navigator.credentials.create\` has made with the options. From now on every way to sign in asks for a second factor.
    All other sessions end and sockets close; the answer has a new token for this one, and with the first second factor ten recovery codes, which are shown once.
    The owner is mailed.`,
  askPasskeyForProof: `For whoever takes a second factor away, adds a further one or renews the recovery codes: what a passkey signs with these options
    (\`navigator.credentials.get\`) is \`passkey\` of that request, once, within five minutes. 409 for an account without passkeys.`,
  deletePasskey: `Needs a sign-in of the last ten minutes and a proof: a \`code\`, or as \`passkey\` what a passkey has signed, also this one. With the last second factor the
    recovery codes go too. The owner is mailed.`,
  createRecoveryCodes: `Needs a sign-in of the last ten minutes and a proof: a \`code\`, or as \`passkey\` what one has signed. The ten old
    codes no longer work; the new ones are shown once.`,
  listAudit: `Owners see what was done to their homes, by whom as a kind (\`owner\`, \`guest\`, \`support\`, \`service\`), and everybody what they did themselves, with
    address and device. Administrators see all, with the number of who did it. Newest first: the next page is \`before=meta.next_before\`. Prices of days are one
    entry a change, with the first and last day.`,
  listSessions: `A session is a sign-in and all that its token was refreshed to; the one that asks has \`is_current\`. An account has fifty at most: one more
    ends the one that was not used for longest. A sign-in from a network that the account has not signed in from within half a year is mailed.`,
  deleteSession: `Its tokens are refused from now on, on every node, and can no longer be refreshed. The sockets of the account are closed with 4200, so that
    clients of other sessions connect again.`,
  verifyEmailByLink: `The link of the mail leads here: \`token\`, or \`email\` with \`code\`. Programs get JSON. A browser is sent to the front end
    with \`?email_verified=true\` or \`false\` where there is one, else it gets a page. A new address of an account replaces the old one now.`,
  verifyEmail: `For a front end that reads the token of the link or asks for the code: send \`token\`, or \`email\` and \`code\`. Afterwards
    \`POST /auth/login\` works. Wrong, used and old ones are 400, and fifteen wrong codes a day block the codes, not the link.`,
  resendVerification: `The answer is the same whether or not the account exists and waits for its verification. One address gets five such
    mails an hour; what is beyond that is not sent, and not told either.`,
  signInWithFacebook: `Open it as a page, not with fetch: it sets cookies and leads to Facebook, which leads back to the callback. The front end
    then gets \`/auth/callback#token=…\`. Without \`FACEBOOK_CLIENT_ID\` it is 503.`,
  finishFacebookSignIn: `No client calls this: Facebook sends the browser here. An account with the same verified address is linked, else one is
    created. A browser goes on to \`FRONTEND_URL/auth/callback\` with the token, or the code of the refusal, in the fragment; programs get
    the token as JSON.`,
  signInWithGoogle: `Open it as a page, not with fetch: it sets cookies and leads to Google, which leads back to the callback. The front end then
    gets \`/auth/callback#token=…\`. Without \`GOOGLE_CLIENT_ID\` it is 503.`,
  finishGoogleSignIn: `No client calls this: Google sends the browser here. An account with the same verified address is linked, else one is
    created. A browser goes on to \`FRONTEND_URL/auth/callback\` with the token, or the code of the refusal, in the fragment; programs get
    the token as JSON.`,
  finishSignIn: `One address of return for all providers; \`state\` says which one it is, and is good once. No client calls it: it does what
    the callback of that provider does.`,
  previewUndo: `The mail about a new password or address has this link. It says which address would come back, and until when the link is good;
    browsers get a page with a button, which sends the POST. Mail programs that follow links change nothing.`,
  undoChange: `The old address is back, every token and pending link of the account is void, its sockets are closed, and the password is
    cleared: a code to set a new one is mailed. 409 where another account has verified the old address since; the link
    stays valid.`,
  requestPasswordReset: `The answer is always the same. An account with this address is mailed a code of six digits, which is good for 15 minutes and
    five tries; next comes \`verify_code_dended\`. One address gets five such mails an hour.`,
  verifyPasswordResetCode: `The code is used up, and \`reset_token\` takes its place: send it with the new password to \`reset_old_password\`. An
    unknown address, a wrong code and an old one are the same 400.`,
  resetPassword: `All sessions of the account end and its sockets close; pending links and codes are void. The address counts as verified from
    now on, a mail announces the change, and the next step is \`POST /auth/login\`.`,
  getProfile: `What only the person sees of their account: role, language, verification, whom invoices are made out to, and the
    subscription at the payment provider. \`email\` stays the old address until a new one is verified.`,
  updateProfile: `Send what changes, as JSON, or as a form with \`avatar\`; \`null\` removes an avatar. A new address needs \`current_password\` and takes
    effect when its mailed link is opened. A new password needs it too, ends all other sessions, and the answer then has a new \`token\`.`,
  updateBilling: `Company, VAT number and address replace what was there; \`null\` removes one. Documents that are issued never change. The owner
    of a home reads the invoices of its stays, and so sees this.`,
  deleteAccount: `Needs \`current_password\`, unless the account has none. Names, addresses, pictures, cards and notifications are deleted at once and
    for good; stays and payments stay without a name. Refused with 409 while the person has stays, as guest or owner, that are current or
    to come; open inquiries are closed.`,
  exportAccount: `One JSON document, sent as a download: profile, settings, stays, payments, messages, reviews, homes and the rest. Files are
    named in it and read by their addresses with the token.`,

  listTeam: `In the order in which they were invited. \`user\` is null while nobody has accepted, and \`expires_at\` says until when that is possible. A
    manager of some homes sees those who act for no others.`,
  inviteTeamMember: `The address gets a mail with a key, valid for 14 days and for an account of this address. \`property_ids: null\` means all homes, also
    those to come. Only the account itself makes managers, and a manager gives no homes beyond their own (403). An address that is invited already
    gets a new key in place of the one before. 200 people an account.`,
  updateTeamMember: `Send what changes. It holds from their next request on. Invitations that they sent beyond it are taken back.`,
  deleteTeamMember: `Their next request is refused. Everybody may leave a team, without the header \`Sejour-Account\`; invitations that they sent end with them.`,
  listTeamRoles: `A role is a set of scopes, as those of API keys.`,
  listTeamMemberships: `To act for one of these accounts, send its \`account.id\` in the header \`Sejour-Account\`. Homes, rows and limits are those of the
    account then; sign-in, second factor and language stay those of the person. An account that has not made the person a member is 403 \`not_in_team\`.`,
  getTeamInvitation: `For the page on which somebody accepts. An account of another address is 403 \`not_invited\`, and one whose address is not verified
    \`not_verified\`.`,
  acceptTeamInvitation: `Once, with a verified address. The inviting account gets a notification and a mail. A member of the team gets this role and these homes instead.`,

  listPolicies: `Everybody sees what is published, newest version first, by kind and language; administrators see drafts and past versions too.
    \`type\`, \`locale\` and \`status\` filter.`,
  getPolicy: `Past versions stay readable, because people have accepted them. Drafts are 404 to everybody but administrators.`,
  getCurrentPolicy: `The version in force in the language of \`Accept-Language\`, else in the other one; 404 while nothing of this kind is in force.
    Pages of a front end link to this one instead of a number.`,
  createPolicy: `For administrators. As a draft it is seen by administrators only; published, it takes the place of the version in force, which is
    archived, and everybody is asked again to accept it if it is mandatory.`,
  updatePolicy: `For administrators. A draft changes in place, and can be published so. A published text keeps its words for those who have
    accepted it: its change makes a new version, whose \`id\` the answer has.`,
  deletePolicy: `For administrators. A draft is gone; a published text is archived, stays readable by its number, and nothing takes its place.`,
  listUnacceptedPolicies: `Ask after each sign-in, show each text, and send \`POST /user/policies/accept/{policyId}\`. Texts come in the language
    of the account where they exist in it. Nothing is locked until they are accepted: that is for the front end.`,
  checkPolicyAcceptance: `Says which version is in force and whether this account has accepted that one; an earlier version does not count.
    \`policy_id\` is null while nothing of the kind is in force.`,
  acceptPolicy: `Accepting twice keeps the first acceptance. Only a published text can be accepted: a past version is 409.`,
}
